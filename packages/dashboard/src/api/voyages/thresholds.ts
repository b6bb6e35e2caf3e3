import { translated } from "../../server-messages/translated.ts";
import type { Json } from "../generated/api-types.ts";
import { procedureQuestion } from "../question.ts";
import { callForJson, callForNothing } from "../request.ts";
import { type Row, requiredRow } from "../row.ts";
import type { ThresholdChanges } from "./threshold-changes.ts";

/** A detector threshold. */
export interface Threshold {
  readonly name: string;
  readonly value: number;
  readonly initial: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Its effect, with its unit, in the server's words. */
  readonly reason: string;
}

interface ThresholdJson {
  readonly name: string;
  readonly value: number;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly reason: string;
}

/** The numeric thresholds. */
export const thresholdsQuestion = procedureQuestion(
  "detector_settings_fn",
  (result, speech): readonly Threshold[] =>
    (result as Row<{ thresholds: readonly unknown[] }>).rows<ThresholdJson>("thresholds").flatMap((row) => {
      const [name, value, initial] = [row.text("name"), row.number("value"), row.number("default")];
      const [minimum, maximum] = [row.number("minimum"), row.number("maximum")];
      if (name === null || value === null || initial === null || minimum === null || maximum === null)
        return [];
      return [
        { name, value, initial, minimum, maximum, reason: translated(row.text("reason") ?? "", speech) },
      ];
    }),
);

/** A log affected by a change. */
export interface TouchedLog {
  readonly name: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
}

/** The effect of changed thresholds on the logbook. */
export interface FoldPreview {
  readonly added: readonly TouchedLog[];
  readonly removed: readonly TouchedLog[];
  readonly changed: readonly TouchedLog[];
  readonly unchanged: number;
}

interface PreviewJson {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly unknown[];
  readonly unchanged: number;
}

/** Previews a change; nothing is written. */
export async function previewThresholds(changes: ThresholdChanges): Promise<FoldPreview> {
  const settings: Json = changes;
  const answer = requiredRow<PreviewJson>(await callForJson("preview_fold_fn", { settings }), "a preview");
  const logs = (field: "added" | "removed" | "changed") =>
    answer.rows<{ name: string; started: string; ended: string }>(field).map((row) => ({
      name: row.text("name"),
      started: row.instant("started"),
      ended: row.instant("ended"),
    }));
  return {
    added: logs("added"),
    removed: logs("removed"),
    changed: logs("changed"),
    unchanged: answer.number("unchanged") ?? 0,
  };
}

/** Changes thresholds and rebuilds the logs. */
export async function changeThresholds(changes: ThresholdChanges): Promise<void> {
  const settings: Json = changes;
  await callForNothing("update_detector_settings_fn", { settings });
}
