/** Figures in a user's language, units and time zone. */
import { mpsToKnots, NM_M } from "@wakelog/kit/geo/units.ts";
import type { Words } from "../words/words.ts";
import type { UnitChoice } from "./unit-choice.ts";

/** The kind of a measurement, which decides its units. */
export type Quantity =
  | "temperature"
  | "pressure"
  | "pressureChange"
  | "speed"
  | "depth"
  | "voltage"
  | "ratio"
  | "length"
  | "duration"
  | "number";

/** Formats figures for one user. */
export interface Figures {
  /** Formats an SI value in the user's unit. */
  value(quantity: Quantity, si: number): string;
  /** Formats a distance in nautical miles. */
  distance(nauticalMiles: number): string;
  /** Formats the duration of a log, in seconds: "3 h 5 min". */
  logDuration(seconds: number): string;
  /** Formats seconds in the two largest units: "72 minutes", "3 hours 5 minutes", "12 days 4 hours". */
  lengthOfTime(seconds: number): string;
  /** Formats an instant, in milliseconds since 1970: "22 Nov, 14:05 UTC". */
  time(instant: number): string;
  /** Formats degrees and minutes: "60°09.52′N 024°57.10′E". */
  position(latitude: number, longitude: number): string;
}

const FOOT_M = 0.3048;
const MILE_M = 1609.344;
/** A nautical mile in each system, with the unit; null where the language has its own word. */
const DISTANCES = {
  nautical: [1, null],
  metric: [NM_M / 1000, "km"],
  imperial: [NM_M / MILE_M, "mi"],
} as const;
const INCH_OF_MERCURY_PA = 3386.389;
const ZERO_CELSIUS_K = 273.15;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The figures of one user, with as many digits as in the dashboard.
 * @param zone an IANA time zone; UTC if invalid
 */
export function figuresFor(
  words: Words,
  { units, temperature, pressure, depth }: UnitChoice,
  zone: string | null,
): Figures {
  const number = (value: number, digits: number): string =>
    value.toLocaleString(words.locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
  /** Digits for a number without a known unit. */
  const plain = (value: number): string =>
    value.toLocaleString(words.locale, { maximumSignificantDigits: 4, useGrouping: false });
  const clock = clockOf(words.locale, zone);
  const metres = (value: number, digits: number): string =>
    ({ feet: () => `${number(value / FOOT_M, 0)} ft`, metres: () => `${number(value, digits)} m` })[depth]();
  const lengthOfTime = (seconds: number): string => {
    const minutes = Math.max(1, Math.round(seconds / MINUTE));
    if (minutes < 120) return counted(words, minutes, "minute");
    const whole = minutes * MINUTE;
    const [large, small, largeUnit, smallUnit] =
      whole < 2 * DAY ? ([HOUR, MINUTE, "hour", "minute"] as const) : ([DAY, HOUR, "day", "hour"] as const);
    const rest = Math.floor((whole % large) / small);
    const first = counted(words, Math.floor(whole / large), largeUnit);
    return rest === 0 ? first : `${first} ${counted(words, rest, smallUnit)}`;
  };
  const speed = (mps: number): string => {
    if (units === "metric") return `${number(mps, 1)} m/s`;
    if (units === "imperial") return `${number((mps * HOUR) / MILE_M, 1)} mph`;
    return `${number(mpsToKnots(mps), 1)} ${words.symbols.knot}`;
  };
  const degreesOf = (kelvin: number): string => {
    const celsius = kelvin - ZERO_CELSIUS_K;
    return temperature === "fahrenheit" ? `${number(celsius * 1.8 + 32, 1)} °F` : `${number(celsius, 1)} °C`;
  };
  const pressureOf = (pascal: number, digits: number): string =>
    pressure === "inches"
      ? `${number(pascal / INCH_OF_MERCURY_PA, 2)} inHg`
      : `${number(pascal / 100, digits)} hPa`;
  const writers: Readonly<Record<Quantity, (si: number) => string>> = {
    temperature: degreesOf,
    pressure: (pascal) => pressureOf(pascal, 0),
    pressureChange: (pascal) => pressureOf(pascal, 1),
    speed,
    depth: (value) => metres(value, 1),
    voltage: (volts) => `${number(volts, 2)} V`,
    ratio: (ratio) => `${number(ratio * 100, 0)} %`,
    length: (value) => metres(value, 0),
    duration: lengthOfTime,
    number: plain,
  };
  return {
    value: (quantity, si) => writers[quantity](si),
    distance(nauticalMiles) {
      const [factor, unit] = DISTANCES[units];
      const distance = nauticalMiles * factor;
      // Two decimals below 10, as usual for short distances.
      const digits = Number(distance.toFixed(2)) >= 10 ? 1 : 2;
      return `${number(distance, digits)} ${unit ?? words.symbols.nauticalMile}`;
    },
    logDuration(seconds) {
      const minutes = Math.round(seconds / MINUTE);
      return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    },
    lengthOfTime,
    time: (instant) => clock.format(instant),
    position: (latitude, longitude) => `${degrees(latitude, 2, "N", "S")} ${degrees(longitude, 3, "E", "W")}`,
  };
}

function clockOf(locale: string, zone: string | null): Intl.DateTimeFormat {
  const how = {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...how, timeZone: zone ?? "UTC" });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...how, timeZone: "UTC" });
  }
}

/** Minutes with two digits are exact to 18 m. */
function degrees(value: number, width: number, positive: string, negative: string): string {
  const hundredths = Math.round(Math.abs(value) * 6000);
  const whole = String(Math.floor(hundredths / 6000)).padStart(width, "0");
  const minutes = ((hundredths % 6000) / 100).toFixed(2).padStart(5, "0");
  return `${whole}°${minutes}′${value < 0 ? negative : positive}`;
}

function counted(words: Words, count: number, unit: keyof Words["durations"]): string {
  return words.durations[unit](count);
}

/** Quantities of monitored values; other keys are recognised by their last word. */
const MONITORED: Readonly<Record<string, Quantity>> = {
  voltage: "voltage",
  charge: "ratio",
  depth: "depth",
  wind: "speed",
  speed: "speed",
  pressure: "pressure",
  pressure_change: "pressureChange",
  inside_temperature: "temperature",
  outside_temperature: "temperature",
  water_temperature: "temperature",
  inside_humidity: "ratio",
  outside_humidity: "ratio",
  fuel: "ratio",
  fresh_water: "ratio",
  waste_water: "ratio",
};

/** Last words of Signal K paths whose units the number does not show. */
const LAST_WORDS: readonly (readonly [RegExp, Quantity])[] = [
  [/temperature$/i, "temperature"],
  [/pressure$/i, "pressure"],
  [/^speed/i, "speed"],
  [/voltage$/i, "voltage"],
  [/humidity$|level$|stateOf(charge|health)$/i, "ratio"],
  [/^below(transducer|keel|surface)$/i, "depth"],
];

/** The quantity of a key's values, by its name. */
export function quantityOf(key: string | null): Quantity {
  if (key === null) return "number";
  const monitored = Object.hasOwn(MONITORED, key) ? MONITORED[key] : undefined;
  const last = key.split(".").at(-1) ?? "";
  return monitored ?? LAST_WORDS.find(([pattern]) => pattern.test(last))?.[1] ?? "number";
}
