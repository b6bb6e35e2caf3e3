/** Units of readings in tables, by quantity. */
import { KNOT_MPS, NM_M, toRadians } from "@wakelog/kit/geo/units.ts";

export type Quantity =
  | "speed"
  | "angle"
  | "temperature"
  | "length"
  | "pressure"
  | "frequency"
  | "time"
  | "plain"
  | "si";

/** Factor and offset to the SI unit, by quantity. */
export const UNITS: Readonly<
  Record<Quantity, Readonly<Record<string, readonly [factor: number, offset?: number]>>>
> = {
  speed: {
    "m/s": [1],
    mps: [1],
    ms: [1],
    kn: [KNOT_MPS],
    kt: [KNOT_MPS],
    kts: [KNOT_MPS],
    knot: [KNOT_MPS],
    knots: [KNOT_MPS],
    "km/h": [1 / 3.6],
    kmh: [1 / 3.6],
    kph: [1 / 3.6],
    mph: [0.44704],
  },
  angle: {
    rad: [1],
    radians: [1],
    deg: [toRadians(1)],
    degrees: [toRadians(1)],
    "°": [toRadians(1)],
    "°t": [toRadians(1)],
  },
  temperature: {
    k: [1],
    kelvin: [1],
    c: [1, 273.15],
    "°c": [1, 273.15],
    celsius: [1, 273.15],
    f: [5 / 9, 255.372222],
  },
  length: {
    m: [1],
    metres: [1],
    meters: [1],
    ft: [0.3048],
    feet: [0.3048],
    fathoms: [1.8288],
    km: [1000],
    nm: [NM_M],
  },
  pressure: { pa: [1], hpa: [100], mbar: [100], bar: [100_000], inhg: [3386.389] },
  frequency: { hz: [1], rpm: [1 / 60] },
  time: { s: [1], seconds: [1], min: [60], h: [3600], hours: [3600] },
  si: {},
  plain: { v: [1], a: [1], w: [1], ratio: [1] },
};
