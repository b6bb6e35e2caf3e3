/** Procedures that correct the logbook, by their names in SQL. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { JsonObject, JsonValue, ProcedureHandler } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { deleteLog, mergeLogs, splitLog, splitWithin, undoEdit } from "./corrections/corrections.ts";
import { previewEdit } from "./corrections/preview-edit.ts";
import { review } from "./corrections/review.ts";
import { changedSettings, changeSettings, shownSettings } from "./corrections/thresholds.ts";
import { deleteTripEntry, updateTripNotes } from "./corrections/trip-edits.ts";
import { importBatch, previewImport } from "./ingest/import-file.ts";
import { sailSample, undoImport } from "./ingest/imports.ts";
import { closeAt, refold } from "./logbook/fold.ts";
import { previewFold } from "./logbook/preview.ts";

const id = z.number().int();
const two = z.object({ id_start: id, id_end: id });
const one = z.object({ _id: id });
const first = z.object({ id_start: id });
const stated = z.object({ _id: id, update_string: z.string() });

/**
 * `merge_logbook_fn`, `split_logbook_fn`, `split_logbook_at_fn`, `update_trip_notes_fn`,
 * `delete_trip_entry_fn`, `delete_logbook_fn`, `preview_edit_fn`, `undo_edit_fn`, `review_fn`, `refold_fn`, `detector_settings_fn`, `update_detector_settings_fn`, `preview_fold_fn`,
 * `sample_voyage_fn`, `preview_import_fn`, `import_batch_fn`, `end_import_fn` and `undo_import_fn`. Each runs in the
 * caller's transaction and sees only the caller's vessel.
 */
export function voyageProcedures(sogLimitKnots: number): ReadonlyMap<string, ProcedureHandler> {
  const handlers: Readonly<Record<string, (tx: Tx, args: JsonObject) => Promise<JsonValue>>> = {
    async merge_logbook_fn(tx, args) {
      const { id_start: first, id_end: last } = checked(two, args);
      return mergeLogs(tx, first, last);
    },
    split_logbook_fn: (tx, args) => splitLog(tx, checked(one, args)._id, splitTimeOf(args)),
    split_logbook_at_fn: (tx, args) => splitWithin(tx, checked(first, args).id_start, splitTimeOf(args)),
    async update_trip_notes_fn(tx, args) {
      const { _id: log, update_string: value } = checked(stated, args);
      return updateTripNotes(tx, log, value);
    },
    async delete_trip_entry_fn(tx, args) {
      const { _id: log, update_string: value } = checked(stated, args);
      return deleteTripEntry(tx, log, value);
    },
    delete_logbook_fn: async (tx, args) => (await deleteLog(tx, checked(one, args)._id)) !== null,
    undo_edit_fn: (tx, args) => undoEdit(tx, checked(one, args)._id),
    async preview_edit_fn(tx, args) {
      const { _id: log, edit } = checked(one.extend({ edit: z.string() }), args);
      return previewEdit(tx, log, {
        kind: edit,
        other: id.nullable().parse(args.other ?? null),
        at: timeOf(args, "split_time"),
        started: timeOf(args, "started"),
        ended: timeOf(args, "ended"),
      });
    },
    async review_fn(tx, args) {
      const { _id: log, decision } = checked(one.extend({ decision: z.string() }), args);
      return review(tx, log, decision);
    },
    async refold_fn(tx, args) {
      await refold(tx, {
        from: timeOf(args, "from_time") ?? Number.NEGATIVE_INFINITY,
        to: Number.POSITIVE_INFINITY,
      });
      return true;
    },
    detector_settings_fn: (tx) => shownSettings(tx),
    update_detector_settings_fn: (tx, args) => changeSettings(tx, args.settings),
    sample_voyage_fn: (tx) => sailSample(tx),
    preview_import_fn: (tx, args) => previewImport(tx, checked(one, args)._id, sogLimitKnots),
    import_batch_fn: (tx, args) => importBatch(tx, checked(one, args)._id, sogLimitKnots),
    async end_import_fn(tx, args) {
      checked(z.object({ until: z.string() }), args);
      const until = timeOf(args, "until");
      if (until !== null) await closeAt(tx, until);
      return true;
    },
    undo_import_fn: (tx, args) => undoImport(tx, checked(one, args)._id),
    async preview_fold_fn(tx, args) {
      const { whole } = await changedSettings(tx, args.settings);
      return previewFold(tx, whole, timeOf(args, "from_time") ?? Number.NEGATIVE_INFINITY);
    },
  };
  return new Map(
    Object.entries(handlers).map(([name, handle]): [string, ProcedureHandler] => [
      name,
      (args, { tx }) => handle(tx, args),
    ]),
  );
}

/** Validated arguments. @throws 22023 naming each null argument */
function checked<T>(shape: z.ZodType<T>, args: JsonObject): T {
  const found = shape.safeParse(args);
  if (found.success) return found.data;
  const names = [...new Set(found.error.issues.map((issue) => String(issue.path[0])))];
  return raise("22023", `${names.join(" and ")} may not be null`, {
    hint: "Send a value for each argument.",
  });
}

function splitTimeOf(args: JsonObject): number {
  return (
    timeOf(args, "split_time") ??
    raise("22023", "split_time is missing", { hint: "Send an instant within the log." })
  );
}

/** A time argument, milliseconds since 1970; null if absent. */
function timeOf(args: JsonObject, name: string): number | null {
  const text = args[name];
  if (text === null || text === undefined) return null;
  const time = Date.parse(String(text));
  return Number.isNaN(time) ? raise("22023", `${name} is not an instant: ${String(text)}`) : time;
}
