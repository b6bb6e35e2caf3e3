/** Alarms and the anchor watch on board, as the newest rows of an exchange tell them. Pure. */
import type { JsonObject, JsonValue } from "@wakelog/kit/json/json.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Facts, SentRow } from "./form.ts";

/** Older rows are a backlog, which raises nothing. */
const FRESH_MS = 15 * MINUTE;

/** Changes that an exchange tells at most, the newest. */
const MOST_CHANGES = 50;

/** The alarms that stood at a row. */
export interface ToldAlarms {
  /** Time of the row, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** All that stood, by path. */
  readonly alarms: NonNullable<Facts["alarms"]>;
}

/** The rows of an exchange that tell about the present, oldest first. @param now the server's clock */
export function freshRows(rows: readonly SentRow[], now: number): readonly SentRow[] {
  return rows.filter(({ time }) => Math.abs(time - now) <= FRESH_MS).sort((a, b) => a.time - b.time);
}

/** The alarms of fresh rows where they change, and of the newest one; the newest changes only. */
export function alarmsOf(fresh: readonly SentRow[]): readonly ToldAlarms[] {
  const told = fresh.map(({ time, latitude, longitude, facts }) => ({
    ...{ at: time, latitude, longitude, alarms: facts.alarms ?? {} },
  }));
  const written = told.map(({ alarms }) => JSON.stringify(alarms));
  return told.filter((_, i) => i === told.length - 1 || written[i] !== written[i - 1]).slice(-MOST_CHANGES);
}

const ANCHOR = {
  latitude: "navigation.anchor.position.latitude",
  longitude: "navigation.anchor.position.longitude",
  radius: "navigation.anchor.maxRadius",
} as const;

/** The anchor watch of the newest row that tells of it; null if it was ended, undefined if no row tells. */
export function anchorOf(
  fresh: readonly SentRow[],
  paths: ReadonlyMap<string, string>,
): JsonObject | null | undefined {
  const numbers = new Map([...paths].map(([number, path]) => [path, number]));
  const readingOf = ({ values }: SentRow, path: string): JsonValue | undefined =>
    values[numbers.get(path) ?? ""];
  for (const row of fresh.toReversed()) {
    const [latitude, longitude, radius] = Object.values(ANCHOR).map((path) => readingOf(row, path));
    if (latitude === null || longitude === null || radius === null) return null;
    if (typeof latitude === "number" && typeof longitude === "number" && typeof radius === "number")
      return { latitude, longitude, radius };
  }
  return undefined;
}
