/** Previews an edit: makes it, reads the result and rolls back, invisible to others. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { rederive } from "../logbook/fold.ts";
import { deleteLog, mergeLogs, splitLog } from "./corrections.ts";

/** The kind of edit and its arguments. Times in milliseconds since 1970. */
export interface RequestedEdit {
  readonly kind: string;
  readonly other: number | null;
  readonly at: number | null;
  readonly started: number | null;
  readonly ended: number | null;
}

const shownLog = z.object({
  id: z.number(),
  name: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  started: z.string(),
  ended: z.string().nullable(),
  distance: z.number().nullable(),
  /** Nautical miles by the fold. */
  folded: z.number().nullable(),
});
type ShownLog = z.infer<typeof shownLog>;

const spanRow = z.object({ from: z.number(), to: z.number(), logs: z.number() });

/** @returns null if the caller's vessel lacks the logs @throws 22023 if the edit is not possible */
export async function previewEdit(tx: Tx, id: number, requested: RequestedEdit): Promise<JsonObject | null> {
  const span = await spanOf(tx, requested.other === null ? [id] : [id, requested.other]);
  if (span === null) return null;
  const before = await logsOf(tx, span);
  await tx.run(raw("savepoint preview"));
  const isMade = await make(tx, id, requested, span);
  const after = await logsOf(tx, span);
  await tx.run(raw("rollback to savepoint preview"));
  if (!isMade) return null;
  return {
    before: before.map(({ folded: _, ...log }) => log),
    after: after.map((log) => asFinished(log, before)),
  };
}

/** The span of some logs; null if one is missing. */
async function spanOf(tx: Tx, ids: readonly number[]): Promise<Span | null> {
  const [row] = await tx.query(sql`
    select coalesce(min(e.from_millis), 0) as "from", coalesce(max(e.to_millis), 0) as "to", count(*)::int as logs
    from unnest(${ids}::int[]) asked (id) cross join lateral app.log_to_edit(asked.id) e`);
  const { logs, ...span } = spanRow.parse(row);
  return logs === ids.length ? span : null;
}

async function make(tx: Tx, id: number, requested: RequestedEdit, span: Span): Promise<boolean> {
  switch (requested.kind) {
    case "split":
      return (
        (await splitLog(tx, id, requested.at ?? missing("split_time", "an instant within the log"))) !== null
      );
    case "join":
      return (
        (await mergeLogs(tx, id, requested.other ?? missing("other", "the number of another log"))) !== null
      );
    case "delete":
      return (await deleteLog(tx, id)) !== null;
    case "trim":
      await trim(tx, requested, span);
      return true;
    default:
      return raise("22023", `edit is not ${requested.kind.slice(0, 40)}`, {
        hint: "Send split, join, trim or delete.",
      });
  }
}

/** Trims a log by editing the adjacent stays: the departure from one and the arrival at the other. */
async function trim(tx: Tx, { started, ended }: RequestedEdit, span: Span): Promise<void> {
  if (started === null && ended === null) missing("started or ended", "when the log is to begin or end");
  if (started !== null) {
    const { affected } = await tx.run(sql`
      update api.stays set departed = ${instant(started)}::timestamptz
      where vessel_id = app.current_vessel() and departed = ${instant(span.from)}::timestamptz`);
    if (affected === 0) alone("before");
  }
  if (ended !== null) {
    const { affected } = await tx.run(sql`
      update api.stays set arrived = ${instant(ended)}::timestamptz
      where vessel_id = app.current_vessel() and arrived = ${instant(span.to)}::timestamptz`);
    if (affected === 0) alone("after");
  }
  await rederive(tx, {
    from: Math.min(span.from, started ?? span.from),
    to: Math.max(span.to, ended ?? span.to),
  });
}

function missing(name: string, what: string): never {
  return raise("22023", `${name} is missing`, { hint: `Send ${what}.` });
}

function alone(side: "before" | "after"): never {
  const message =
    side === "before"
      ? "There is no stay right before the log whose end could be moved"
      : "There is no stay right after the log whose beginning could be moved";
  return raise("22023", message, {
    hint: "Split the log instead, and delete what was not a trip.",
  });
}

async function logsOf(tx: Tx, span: Span): Promise<readonly ShownLog[]> {
  const rows = await tx.query(sql`
    select l.id, l.name, l._from as "from", l._to as "to", to_json(l._from_time) #>> '{}' as started,
      to_json(l._to_time) #>> '{}' as ended,
      case when l.distance < 'Infinity' then l.distance::float8 end as distance, (
        select round(sum((s ->> 'distanceNm')::numeric), 4)::float8 from jsonb_array_elements(l.segments) s) as folded
    from api.logbook l
    where l.vessel_id = app.current_vessel() and app.is_dated(l._from_time, l._to_time)
      and l._from_time < ${instant(span.to)}::timestamptz
      and coalesce(l._to_time, 'infinity') > ${instant(span.from)}::timestamptz
    order by l._from_time, l.id`);
  return rows.map((row) => shownLog.parse(row));
}

/** A log as it would be once finished: what it shares with existing logs, and its miles. */
function asFinished({ folded, ...log }: ShownLog, before: readonly ShownLog[]): JsonObject {
  const same = before.find(
    ({ id, started, ended }) => id === log.id && started === log.started && ended === log.ended,
  );
  if (same !== undefined) return { ...log, distance: same.distance };
  const from = before.find(({ started }) => started === log.started)?.from ?? null;
  const to = before.find(({ ended }) => ended === log.ended)?.to ?? null;
  const isNew = !before.some(({ id }) => id === log.id);
  const name = from === null || to === null ? null : `${from} to ${to}`;
  return { ...log, id: isNew ? null : log.id, name, from, to, distance: folded };
}
