/** NMEA 0183 sentences about wind, water, depth and weather. */
import { KNOT_MPS, mpsToKnots, toRadians } from "@wakelog/kit/geo/units.ts";
import { type Content, type Fields, number, radians, scaled } from "./fields.ts";

const ZERO_CELSIUS = 273.15;
const BAR_PASCAL = 100_000;
/** Metres per second, by speed unit letter. */
const SPEED: Readonly<Record<string, number>> = { N: KNOT_MPS, M: 1, K: 1 / 3.6, S: 0.44704 };

/** Parsers by sentence name. */
export const environmentSentences: Readonly<Record<string, (fields: Fields) => Content>> = {
  MWV(f) {
    const speed = scaled(f[2], SPEED[f[3] ?? ""] ?? Number.NaN);
    const degrees = signed(number(f[0]));
    if (f[4] === "V" || speed === null || Number.isNaN(speed)) return {};
    return f[1] === "R"
      ? { awsKnots: speed / KNOT_MPS, awaDegrees: degrees }
      : {
          readings: {
            "environment.wind.speedTrue": speed,
            "environment.wind.angleTrueWater": degrees === null ? null : toRadians(degrees),
          },
        };
  },
  VWR(f) {
    const degrees = number(f[0]);
    const speed = number(f[2]) ?? knots(scaled(f[4], 1) ?? scaled(f[6], 1 / 3.6));
    return { awsKnots: speed, awaDegrees: degrees === null ? null : f[1] === "L" ? -degrees : degrees };
  },
  MWD: (f) => ({
    readings: {
      "environment.wind.directionTrue": radians(f[0]),
      "environment.wind.speedTrue": scaled(f[6], 1) ?? scaled(f[4], KNOT_MPS),
    },
  }),
  MTW: (f) => ({ readings: { "environment.water.temperature": kelvin(f[0]) } }),
  DBT: (f) => ({
    readings: { "environment.depth.belowTransducer": number(f[2]) ?? scaled(f[0], 0.3048) },
  }),
  DPT(f) {
    const depth = number(f[0]);
    const offset = number(f[1]);
    return {
      readings: {
        "environment.depth.belowTransducer": depth,
        // A positive offset is from the transducer to the surface, a negative one to the keel.
        ...(depth === null || offset === null || offset === 0
          ? {}
          : { [`environment.depth.below${offset > 0 ? "Surface" : "Keel"}`]: depth + offset }),
      },
    };
  },
  MDA: (f) => ({
    readings: {
      "environment.outside.pressure": scaled(f[2], BAR_PASCAL),
      "environment.outside.temperature": kelvin(f[4]),
      "environment.water.temperature": kelvin(f[6]),
    },
  }),
};

function kelvin(celsius: string | undefined): number | null {
  const value = number(celsius);
  return value === null ? null : value + ZERO_CELSIUS;
}

function knots(mps: number | null): number | null {
  return mps === null ? null : mpsToKnots(mps);
}

/** 0 to 360 as -180 to 180. */
function signed(degrees: number | null): number | null {
  return degrees !== null && degrees > 180 ? degrees - 360 : degrees;
}
