/**
 * What people say about the logbook through procedures: each makes an edit (a fact about a span of time) and shows
 * the span again in the same transaction, so that the answer and the next read agree.
 */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { JsonObject } from "../../engine/handlers.ts";
import { raise } from "../../errors.ts";
import { instant } from "../../time/instant.ts";
import type { Span } from "../../time/span.ts";
import { type Drawing, drawnPosition } from "../finishing/drawing.ts";
import { rederive } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";

/** What a correction did: the edit's id, and the ids of the logs that its span has now, oldest first. */
export interface Correction extends JsonObject {
  readonly edit: number;
  readonly logs: readonly number[];
}

interface EditableLog extends Span {
  readonly open: boolean;
  /** Whether the fold knows of it; a log that was only written down is nothing that can be cut or joined. */
  readonly derived: boolean;
}

/**
 * Joins two logs and everything between them; the earlier one's row is the whole.
 * @returns null when the caller's vessel does not have both
 * @throws 22023 when both are the same log, or one is not derived
 */
export async function mergeLogs(tx: Tx, one: number, other: number): Promise<Correction | null> {
  const [a, b] = [await takeLog(tx, one), await logOf(tx, other)];
  if (a === null || b === null) return null;
  if (one === other)
    raise("22023", `id_start and id_end are both ${one}`, { hint: "Send the ids of two logs." });
  refuseWrittenDown(one, a);
  refuseWrittenDown(other, b);
  const first = a.from <= b.from ? one : other;
  const span = { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
  return say(tx, "join", span, { log: first });
}

/**
 * Splits a log; the earlier part keeps its row.
 * @param at milliseconds since 1970
 * @returns null when the caller's vessel has no such log
 * @throws 22023 when the instant is not within it, or it is not derived
 */
export async function splitLog(tx: Tx, id: number, at: number): Promise<Correction | null> {
  const log = await takeLog(tx, id);
  if (log === null) return null;
  refuseWrittenDown(id, log);
  if (at <= log.from || at >= log.to) {
    raise("22023", `split_time ${instant(at)} is not within log ${id}`, {
      hint: `Choose an instant after ${instant(log.from)} and before ${instant(log.to)}.`,
    });
  }
  const here = await positionAt(tx, log, at);
  const edit = await makeEdit(tx, "split", { from: at, to: at }, { ...here, log: id });
  await rederive(tx, log);
  return { edit, logs: await logsOf(tx, log) };
}

/**
 * Says that a log was not a trip. One that was drawn is undrawn; one that was only written down just goes.
 * @returns null when the caller's vessel has no such log, or the edit that says so: null for one only written down
 */
export async function deleteLog(tx: Tx, id: number): Promise<{ readonly edit: number | null } | null> {
  const log = await takeLog(tx, id);
  if (log === null) return null;
  const [gone] = await tx.query(sql`select app.delete_log(${id}::int) as edit`);
  const { edit } = z.object({ edit: z.number().nullable() }).parse(gone);
  if (edit !== null) await rederive(tx, log);
  return { edit };
}

/** Takes an edit back. @returns whether it was one of the caller's vessel, and in force */
export async function undoEdit(tx: Tx, id: number): Promise<boolean> {
  await beginFold(tx);
  const [found] = await tx.query(sql`
    select (extract(epoch from since) * 1000)::float8 as "from", (extract(epoch from until) * 1000)::float8 as "to"
    from app.undo_edit(${id}::int)`);
  if (found === undefined) return false;
  await rederive(tx, z.object({ from: z.number(), to: z.number() }).parse(found));
  return true;
}

/** The logbook is right as it is. @returns null when the caller's vessel has no such log */
export async function keepLog(tx: Tx, id: number): Promise<Correction | null> {
  const log = await takeLog(tx, id);
  return log === null ? null : say(tx, "keep", log, {});
}

const editable = z.object({
  from: z.number(),
  to: z.number(),
  open: z.boolean(),
  derived: z.boolean(),
});

/** Takes the vessel for this transaction, so that nothing is folded meanwhile, and reads a log. */
async function takeLog(tx: Tx, id: number): Promise<EditableLog | null> {
  await beginFold(tx);
  return logOf(tx, id);
}

async function logOf(tx: Tx, id: number): Promise<EditableLog | null> {
  const [found] = await tx.query(sql`
    select from_millis as "from", to_millis as "to", open, derived from app.log_to_edit(${id}::int)`);
  return found === undefined ? null : editable.parse(found);
}

function refuseWrittenDown(id: number, log: EditableLog): void {
  if (log.derived) return;
  raise("22023", `Log ${id} was written down, not recorded`, {
    hint: "Change its times, or delete it and write down others.",
  });
}

/** Makes an edit and shows its span again. */
export async function say(tx: Tx, kind: string, span: Span, facts: JsonObject): Promise<Correction> {
  const edit = await makeEdit(tx, kind, span, facts);
  await rederive(tx, span);
  return { edit, logs: await logsOf(tx, span) };
}

async function makeEdit(tx: Tx, kind: string, span: Span, facts: JsonObject): Promise<number> {
  const [made] = await tx.query(sql`
    select app.make_edit(${kind}, ${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz,
      ${JSON.stringify(facts)}::jsonb) as id`);
  return z.object({ id: z.number() }).parse(made).id;
}

/** The logs of a span, oldest first. */
export async function logsOf(tx: Tx, span: Span): Promise<number[]> {
  const rows = await tx.query(sql`
    select id from api.logbook
    where vessel_id = app.current_vessel() and _from_time < ${instant(span.to)}::timestamptz
      and coalesce(_to_time, 'infinity') > ${instant(span.from)}::timestamptz
    order by _from_time, id`);
  return rows.map((row) => z.object({ id: z.number() }).parse(row).id);
}

/**
 * Where the boat was: on the line that a person drew, on the straight one across a part that was not recorded, else at
 * its newest fix by then, else where the log began.
 */
async function positionAt(tx: Tx, log: Span, at: number): Promise<JsonObject> {
  const drawn = (await drawingAt(tx, at)) ?? (await straightAt(tx, log, at));
  const place = drawn === null ? null : drawnPosition(drawn, at);
  if (place !== null) return place;
  const [found] = await tx.query(sql`
    (select 0 as place, latitude, longitude from api.metrics
      where vessel_id = app.current_vessel() and latitude is not null and longitude is not null
        and "time" between ${instant(log.from)}::timestamptz and ${instant(at)}::timestamptz
      order by "time" desc limit 1)
    union all
    (select 1, _from_lat, _from_lng from api.logbook
      where vessel_id = app.current_vessel() and _from_time = ${instant(log.from)}::timestamptz limit 1)
    order by place limit 1`);
  return z.object({ latitude: z.number(), longitude: z.number() }).parse(found);
}

const drawing = z.object({
  from: z.number(),
  to: z.number(),
  line: z.array(z.tuple([z.number(), z.number()])).min(2),
  distanceNm: z.number(),
});

/** What a person drew of an instant. */
async function drawingAt(tx: Tx, at: number): Promise<Drawing | null> {
  const [found] = await tx.query(sql`
    select (extract(epoch from from_time) * 1000)::float8 as "from", (extract(epoch from to_time) * 1000)::float8 as "to",
      facts -> 'line' as line, facts -> 'distanceNm' as "distanceNm"
    from app.edits
    where vessel_id = app.current_vessel() and kind = 'draw' and undone_at is null and facts ? 'line'
      and ${instant(at)}::timestamptz between from_time and to_time
    order by id desc limit 1`);
  return found === undefined ? null : drawing.parse(found);
}

/** The straight line across the part of a log that was not recorded, which an instant lies in. */
async function straightAt(tx: Tx, log: Span, at: number): Promise<Drawing | null> {
  const [found] = await tx.query(sql`
    select (extract(epoch from p.since) * 1000)::float8 as "from", (extract(epoch from p.until) * 1000)::float8 as "to",
      jsonb_build_array(jsonb_build_array(a.longitude, a.latitude), jsonb_build_array(b.longitude, b.latitude)) as line,
      p.nm as "distanceNm"
    from api.logbook l
    cross join lateral (
      select (e ->> 'from')::timestamptz as since, (e ->> 'to')::timestamptz as until, (e -> 'distanceNm')::float8 as nm
      from jsonb_array_elements(l.segments) e where e ->> 'kind' = 'gap') p
    cross join lateral (
      select latitude, longitude from api.metrics where vessel_id = l.vessel_id and "time" <= p.since
        and latitude is not null and longitude is not null order by "time" desc limit 1) a
    cross join lateral (
      select latitude, longitude from api.metrics where vessel_id = l.vessel_id and "time" >= p.until
        and latitude is not null and longitude is not null order by "time" limit 1) b
    where l.vessel_id = app.current_vessel() and l._from_time = ${instant(log.from)}::timestamptz
      and ${instant(at)}::timestamptz between p.since and p.until
    limit 1`);
  return found === undefined ? null : drawing.parse(found);
}
