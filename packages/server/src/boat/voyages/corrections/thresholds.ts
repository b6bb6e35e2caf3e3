/** Reads, checks and changes a vessel's thresholds. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { type DetectorSettings, describeSettings, parseSettings } from "../detector/thresholds.ts";
import { refold } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";

/** Pairs of thresholds; the first may not exceed the second. */
const ORDERED = [
  ["minDiscRadiusM", "maxDiscRadiusM"],
  ["pauseMinMinutes", "pauseMinutes"],
  ["moorageStopMinutes", "pauseMinutes"],
  ["dragKnots", "maxKnots"],
  ["suspectKnots", "maxKnots"],
] as const;

const object = z.record(z.string(), z.json());

/** The vessel's settings, and every threshold with its value, default, range and reason. */
export async function shownSettings(tx: Tx): Promise<JsonObject> {
  const chosen = await chosenSettings(tx);
  const values = new Map<string, JsonValue>(Object.entries(parseSettings(chosen)));
  return {
    settings: chosen,
    thresholds: describeSettings().map(({ name, initial, ...description }) => ({
      name,
      value: values.get(name) ?? null,
      default: z.json().parse(initial),
      ...description,
    })),
  };
}

/**
 * The vessel's thresholds after changes; null resets a threshold to its default.
 * @throws 22023 naming each unknown name and value out of range
 */
export async function changedSettings(
  tx: Tx,
  changes: JsonValue | undefined,
): Promise<{ readonly chosen: JsonObject; readonly whole: DetectorSettings }> {
  const given = object.safeParse(changes);
  if (!given.success) {
    raise("22023", "settings must be a JSON object", { hint: 'Send {"settings": {"pauseMinutes": 60}}.' });
  }
  const known = new Set(describeSettings().map(({ name }) => name));
  const unknown = Object.keys(given.data).filter((name) => !known.has(name));
  const merged = { ...(await chosenSettings(tx)), ...given.data };
  const chosen = Object.fromEntries(
    Object.entries(merged).filter(([name, value]) => value !== null && known.has(name)),
  );
  const faults = [...unknown.map((name) => `there is no setting ${name}`), ...faultsOf(chosen)];
  if (faults.length > 0) {
    raise("22023", `Settings refused: ${faults.join("; ")}`, {
      details: faults.join("\n"),
      hint: "Choose values within their ranges.",
    });
  }
  return { chosen, whole: parseSettings(chosen) };
}

/** Changes thresholds and derives the logbook again. @throws as {@link changedSettings} */
export async function changeSettings(tx: Tx, changes: JsonValue | undefined): Promise<JsonObject> {
  await beginFold(tx);
  const { chosen } = await changedSettings(tx, changes);
  await tx.run(sql`select app.set_detector_settings(${JSON.stringify(chosen)}::jsonb)`);
  await refold(tx, ALWAYS);
  return shownSettings(tx);
}

async function chosenSettings(tx: Tx): Promise<Record<string, JsonValue>> {
  const [row] = await tx.query(sql`select app.detector_settings() as chosen`);
  return z.object({ chosen: object }).parse(row).chosen;
}

function faultsOf(chosen: JsonObject): string[] {
  const ranges = new Map(describeSettings().map((one) => [one.name, one]));
  try {
    const whole = parseSettings(chosen);
    return ORDERED.flatMap(([low, high]) =>
      whole[low] > whole[high]
        ? [`${low} (${whole[low]}) may not be greater than ${high} (${whole[high]})`]
        : [],
    );
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return error.issues.map((issue) => {
      const range = issue.path.length === 1 ? ranges.get(String(issue.path[0])) : undefined;
      return range?.minimum != null && range.maximum != null
        ? `${range.name} must be a number from ${range.minimum} to ${range.maximum}`
        : `${issue.path.join(".")}: ${issue.message}`;
    });
  }
}
