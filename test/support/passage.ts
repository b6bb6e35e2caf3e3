/** Generated passages for tests of the fold: the truth, sampled like a boat's plugin does. */
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { destination, type Position } from "@wakelog/kit/geo/distance.ts";

/** One part of a passage. */
export type Part =
  | { readonly stay: "moored" | "anchored"; readonly minutes: number }
  | { readonly sail: number; readonly knots: number; readonly minutes: number };

const HOME: Position = { latitude: 59.8, longitude: 22.9 };

/**
 * Rows of a passage, one a minute under way, one every five minutes at rest, with a little reproducible noise.
 * @param start milliseconds since 1970-01-01 UTC
 */
export function passage(start: number, parts: readonly Part[], from: Position = HOME): JsonObject[] {
  const rows: JsonObject[] = [];
  let here = from;
  let minute = 0;
  const add = (status: string, knots: number, course: number): void => {
    const seen = destination(here, (minute * 137) % 360, ((minute * 31) % 7) / 2);
    rows.push({
      time: new Date(start + minute * 60_000).toISOString(),
      latitude: seen.latitude,
      longitude: seen.longitude,
      speedoverground: knots,
      courseovergroundtrue: course,
      windspeedapparent: 5 + (minute % 9),
      anglespeedapparent: -40,
      status,
      metrics: { "navigation.log": minute * 150, "propulsion.main.state": "stopped" },
    });
  };
  for (const part of parts) {
    const end = minute + part.minutes;
    if ("stay" in part) for (; minute < end; minute += 5) add(part.stay, 0.1, 0);
    else {
      for (; minute < end; minute++) {
        add("sailing", part.knots, part.sail);
        here = destination(here, part.sail, (part.knots * 1852) / 60);
      }
    }
  }
  return rows;
}

/** Out to an anchorage and home again: two logs, three stays. */
export const DAY_TRIP: readonly Part[] = [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 50 },
  { stay: "anchored", minutes: 120 },
  { sail: 340, knots: 5.2, minutes: 48 },
  { stay: "moored", minutes: 90 },
];
