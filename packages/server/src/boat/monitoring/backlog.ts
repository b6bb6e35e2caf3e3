/**
 * Judges a backlog once it has arrived completely, in order, as if each row had come in time. Alerts that would have
 * been sent are stored as raised and cleared, and sent in one summary.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { isRecord, type JsonObject } from "@wakelog/kit/json/json.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import type { WatchedRow } from "./monitored.ts";
import { parseWatched, type Watched } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import { NOTHING_SEEN, slotOf, type WatchState } from "./state.ts";
import { type Raised, step } from "./step.ts";

/** An alert that was over before a message could be sent. */
interface Missed {
  readonly raised: Raised;
  readonly clearedAt: number;
}

/** Rows per query. */
const PAGE = 1_000;
/** Most rows judged per backlog: half a year at one a minute. */
const MOST_ROWS = 262_144;
/** Most alerts stored per backlog; the newest are kept. */
const MOST_MISSED = 200;

/**
 * Collects the alerts that the rows of a span would have raised. Pure.
 * @param watched each rule judges only rows measured after it was made
 */
function missedAlerts(
  watched: Watched,
  span: Span,
): {
  /** Takes the next row in time order; returns false when nothing in the span is still open. */
  take(row: WatchedRow): boolean;
  /** The missed alerts; open ones end with the last row. */
  found(): readonly Missed[];
} {
  const rules = watched.rules.filter((rule) => rule.kind !== "silent" && rule.kind !== "offline");
  const open = new Map<string, Raised>();
  const missed: Missed[] = [];
  let state: WatchState = NOTHING_SEEN;
  return {
    take(row) {
      if (row.time > span.to && open.size === 0) return false;
      const judging = rules.filter((rule) => rule.since <= row.time);
      const next = step(state, { row, arrived: row.time }, { ...watched, rules: judging });
      state = next.state;
      for (const move of next.moves) {
        if ("raise" in move) {
          if (row.time <= span.to) open.set(slotOf(move.raise.rule), move.raise);
          continue;
        }
        const raised = open.get(slotOf(move.clear.rule));
        if (raised !== undefined) missed.push({ raised, clearedAt: move.clear.at });
        open.delete(slotOf(move.clear.rule));
      }
      return true;
    },
    found: () => [
      ...missed,
      ...[...open.values()].map((raised) => ({ raised, clearedAt: state.time ?? raised.since })),
    ],
  };
}

const metricRow = z.object({
  at: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  speedoverground: z.number().nullable(),
  windspeedapparent: z.number().nullable(),
  metrics: z.custom<JsonObject>(isRecord).nullable().catch(null),
});

/** Stores the alerts missed in a backlog of the transaction's vessel. @returns their ids */
export async function recordMissed(tx: Tx, vesselId: string, span: Span): Promise<readonly number[]> {
  const [row] = await tx.query(sql`select app.watched(${vesselId}) as watched`);
  const watched = parseWatched(row?.watched);
  const made = watched.rules.map((rule) => rule.since);
  if (made.length === 0) return [];
  const collected = missedAlerts(watched, span);
  const pause = slices();
  let after = Math.max(span.from, Math.min(...made)) - 1;
  for (let read = 0; read < MOST_ROWS; read += PAGE) {
    const rows = await readRows(tx, vesselId, after);
    for (const one of rows) {
      after = one.time;
      if (!collected.take(one)) return store(tx, vesselId, collected.found());
      await pause();
    }
    if (rows.length < PAGE) break;
  }
  return store(tx, vesselId, collected.found());
}

async function readRows(tx: Tx, vesselId: string, after: number): Promise<readonly WatchedRow[]> {
  const rows = await tx.query(sql`
    select app.millis("time") as at, latitude, longitude, speedoverground, windspeedapparent,
      app.whole_metrics(metrics, shape, numbers) as metrics
    from app.metrics
    where vessel_id = ${vesselId} and "time" > ${instant(after)}::timestamptz and "time" <= now()
    order by "time" limit ${PAGE}::int`);
  return rows.map((row) => {
    const { at, ...others } = metricRow.parse(row);
    return { ...others, time: at };
  });
}

async function store(tx: Tx, vesselId: string, missed: readonly Missed[]): Promise<readonly number[]> {
  const newest = missed.toSorted((a, b) => a.raised.since - b.raised.since).slice(-MOST_MISSED);
  if (newest.length === 0) return [];
  const alerts = newest.map(({ raised, clearedAt }) => ({
    rule: raised.rule.id,
    since: raised.since,
    cleared: clearedAt,
    value: raised.value,
    threshold: raised.threshold,
    latitude: raised.at?.latitude ?? null,
    longitude: raised.at?.longitude ?? null,
    message: sentenceOf(raised),
  }));
  const rows = await tx.query(
    sql`select app.record_missed(${vesselId}, ${JSON.stringify(alerts)}::jsonb) as id`,
  );
  return rows.map((row) => z.object({ id: z.number() }).parse(row).id);
}
