/** The changes of a fold, for `app.fold_commit`. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { countWhile } from "@wakelog/kit/time/in-order.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { END, type Span, START } from "@wakelog/kit/time/span.ts";
import { DETECTOR_VERSION } from "../detector/detector.ts";
import type { Interval, LegInterval, StayInterval } from "../detector/intervals/interval.ts";
import type { Checkpoint, FoldState, NamedInterval } from "./fold-state.ts";

export interface FoldChange {
  readonly state: FoldState;
  /** Settled intervals that replace those beginning in the span. */
  readonly intervals: { readonly span: Span; readonly rows: readonly Interval[] } | null;
  /** Checkpoints that replace those strictly inside the span. */
  readonly checkpoints: { readonly span: Span; readonly rows: readonly Checkpoint[] } | null;
  /** Derived rows that replace those beginning in the span; null if unchanged. */
  readonly derived: { readonly span: Span; readonly rows: readonly NamedInterval[] } | null;
  /** Times of rows stored or removed in the past, in order: legs around them must be finished again. */
  readonly touched: readonly Span[];
  /** How long to wait for the next row before the leg under way ends, milliseconds; null if there is none. */
  readonly awaitedMs: number | null;
}

/** Settled intervals or checkpoints per statement: some hundred kilobytes of JSON. */
const ROWS_AT_ONCE = 100;

/** Saved with the state. */
export interface SavedAs {
  /** Unique per save, to detect stale copies. */
  readonly revision: string;
  /** Time of the newest row in the state; minus infinity if there is none. */
  readonly seen: number;
}

/** Writes a change, at the latest at commit; a long past in portions. */
export async function commitFold(tx: Tx, change: FoldChange, as: SavedAs): Promise<void> {
  const [intervals, ...moreIntervals] = portions(change.intervals);
  const [checkpoints, ...moreCheckpoints] = portions(change.checkpoints);
  await write(tx, { ...change, intervals: intervals ?? null, checkpoints: checkpoints ?? null }, as);
  const rest = { ...change, intervals: null, checkpoints: null, derived: null };
  for (const portion of moreIntervals) await write(tx, { ...rest, intervals: portion }, as);
  for (const portion of moreCheckpoints) await write(tx, { ...rest, checkpoints: portion }, as);
}

/** Splits a span's rows: the first portion replaces the stored rows, the others are added. */
function portions<T>(
  whole: { readonly span: Span; readonly rows: readonly T[] } | null,
): { readonly span: Span; readonly rows: readonly T[] }[] {
  if (whole === null) return [];
  const { span, rows } = whole;
  const empty = { from: span.from, to: span.from };
  return Array.from({ length: Math.max(1, Math.ceil(rows.length / ROWS_AT_ONCE)) }, (_, i) => ({
    span: i === 0 ? span : empty,
    rows: rows.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE),
  }));
}

async function write(tx: Tx, change: FoldChange, as: SavedAs): Promise<void> {
  const saved = JSON.stringify(savedJson(change, as));
  if (change.derived === null) {
    tx.later(sql`select app.fold_commit(${saved}::jsonb)`);
    return;
  }
  const { rows } = change.derived;
  const array = async (texts: (row: NamedInterval) => object[]): Promise<string> => {
    const found = await mapInSlices(rows, (row) => texts(row).map((one) => JSON.stringify(one)));
    return `[${found.flat().join(",")}]`;
  };
  const stays = await array(stayJson);
  const logs = await array((row) => logJson(row, change.touched));
  const gaps = await array(gapJson);
  tx.later(sql`
    select app.fold_commit(${saved}::jsonb || jsonb_build_object(
      'stays', ${stays}::jsonb, 'logs', ${logs}::jsonb, 'gaps', ${gaps}::jsonb))`);
}

function savedJson({ state, intervals, checkpoints, derived, awaitedMs }: FoldChange, as: SavedAs): object {
  return {
    state,
    version: DETECTOR_VERSION,
    cursor: state.detector.time === null ? null : instant(state.detector.time),
    revision: as.revision,
    seen: as.seen === START ? null : instant(as.seen),
    awaited_seconds: awaitedMs === null ? null : awaitedMs / 1000,
    ...(intervals === null
      ? {}
      : {
          intervals: {
            from: instant(intervals.span.from),
            to: instant(intervals.span.to),
            rows: intervals.rows.map((interval) => ({ at: instant(interval.from), interval })),
          },
        }),
    ...(checkpoints === null
      ? {}
      : {
          checkpoints: {
            after: instant(checkpoints.span.from),
            before: instant(checkpoints.span.to),
            rows: checkpoints.rows.map(({ at, ...kept }) => ({ at: instant(at), state: kept })),
          },
        }),
    ...(derived === null
      ? {}
      : {
          window: { from: instant(derived.span.from), to: instant(derived.span.to) },
        }),
  };
}

function stayJson({ id, interval }: NamedInterval): object[] {
  if (interval.kind !== "stay") return [];
  return [
    {
      id,
      arrived: instant(interval.from),
      departed: interval.to === null ? null : instant(interval.to),
      latitude: interval.latitude,
      longitude: interval.longitude,
      stay_code: interval.stayCode,
      moored: interval.moored,
      radius_m: interval.radiusM,
      reasons: reasons(interval),
    },
  ];
}

function logJson({ id, voyageId, interval }: NamedInterval, touched: readonly Span[]): object[] {
  if (interval.kind !== "leg") return [];
  const rows = touched[countWhile(touched, ({ to }) => to < interval.from)];
  return [
    {
      id,
      started: instant(interval.from),
      ended: interval.to === null ? null : instant(interval.to),
      from_lat: interval.fromLatitude,
      from_lng: interval.fromLongitude,
      to_lat: interval.toLatitude,
      to_lng: interval.toLongitude,
      voyage_id: voyageId,
      confidence: interval.confidence,
      reasons: reasons(interval),
      // While under way they change with every fix.
      segments:
        interval.to === null
          ? null
          : interval.segments.map((part) => ({ ...part, from: instant(part.from), to: instant(part.to) })),
      touched: rows !== undefined && rows.from <= (interval.to ?? END),
    },
  ];
}

function gapJson({ id, interval }: NamedInterval): object[] {
  if (interval.kind !== "gap") return [];
  return [
    {
      id,
      cause: interval.cause,
      from_time: instant(interval.from),
      to_time: instant(interval.to),
      from_lat: interval.fromLatitude,
      from_lng: interval.fromLongitude,
      to_lat: interval.toLatitude,
      to_lng: interval.toLongitude,
      distance: interval.distanceNm,
      reason: interval.fromReason.text,
      dismissed: interval.dismissed,
    },
  ];
}

/** Why the row begins and ends there, and what happened in between, for display. */
function reasons(interval: StayInterval | LegInterval): object {
  return {
    from: interval.fromReason,
    to: interval.toReason,
    ...(interval.kind === "stay"
      ? {
          confidence: interval.confidence,
          events: interval.events.map((one) => ({ ...one, from: instant(one.from), to: instant(one.to) })),
        }
      : {}),
  };
}
