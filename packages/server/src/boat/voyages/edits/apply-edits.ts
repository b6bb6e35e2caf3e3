/**
 * Users' corrections of the logbook. An edit is a fact about a span of time, not a row, so it survives new derivations.
 * Edits apply in the order in which they were made, so that the same edits always give the same logbook.
 */

import type { Interval, LegInterval, StayInterval } from "../detector/intervals/interval.ts";
import { cutLeg, joinLegs, stayInsteadOf, withBounds, withoutTrip } from "./cut-and-join.ts";

interface Made {
  /** Milliseconds since 1970; of two contradictory edits, the later wins. */
  readonly madeAt: number;
}

/** Splits a leg at an instant; the position is the fix at that time, degrees. */
export interface SplitEdit extends Made {
  readonly kind: "split";
  readonly from: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Id of the log that the earlier part keeps; if absent, the longer part keeps the row. */
  readonly log?: number;
}

/** Joins the legs at two instants and everything between them. */
export interface JoinEdit extends Made {
  readonly kind: "join";
  readonly from: number;
  readonly to: number;
  /** Id of the log that the joined leg keeps; if absent, the longest leg's. */
  readonly log?: number;
}

/** The legs in a span were not trips; dismisses a gap in it. */
export interface DeleteEdit extends Made {
  readonly kind: "delete";
  readonly from: number;
  readonly to: number;
  readonly silence?: boolean;
}

/**
 * Confirms the intervals in a span and takes them off the review list.
 * `silence`, here and in `DeleteEdit`: the edit concerns a silence, not legs found in it later.
 */
export interface KeepEdit extends Made {
  readonly kind: "keep";
  readonly from: number;
  readonly to: number;
  readonly silence?: boolean;
}

/** A user's facts about the stay in a span: type, position (degrees), arrival and departure. */
export interface StayEdit extends Made {
  readonly kind: "stay";
  readonly from: number;
  readonly to: number;
  readonly stayCode?: StayInterval["stayCode"];
  readonly latitude?: number;
  readonly longitude?: number;
  readonly arrived?: number;
  readonly departed?: number;
}

/**
 * A hand-drawn, unrecorded leg: degrees, and nautical miles along the line.
 * `unrecorded`: a kept unrecorded passage, drawn as a straight line across what remains unrecorded.
 */
export interface DrawEdit extends Made {
  readonly kind: "draw";
  readonly from: number;
  readonly to: number;
  readonly fromLatitude: number;
  readonly fromLongitude: number;
  readonly toLatitude: number;
  readonly toLongitude: number;
  readonly distanceNm: number;
  readonly unrecorded?: boolean;
  /** Id of the drawn log. */
  readonly log?: number;
}

export type Edit = SplitEdit | JoinEdit | DeleteEdit | KeepEdit | StayEdit | DrawEdit;

/** The intervals after all edits, still without overlaps or holes. */
export function applyEdits(intervals: readonly Interval[], edits: readonly Edit[]): Interval[] {
  let now = [...intervals];
  for (const edit of [...edits].sort(inOrderMade)) now = apply(now, edit);
  return now;
}

/** Sorts by creation, with a fixed order for edits made at the same time. */
export function inOrderMade(a: Edit, b: Edit): number {
  return a.madeAt - b.madeAt || a.from - b.from || byCodeUnits(JSON.stringify(a), JSON.stringify(b));
}

/** Locale-independent. */
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function apply(intervals: Interval[], edit: Edit): Interval[] {
  switch (edit.kind) {
    case "split":
      return intervals.flatMap((i) =>
        i.kind === "leg" && i.from < edit.from && edit.from < end(i) ? cutLeg(i, edit) : [i],
      );
    case "join":
      return join(intervals, edit);
    case "delete":
      if (edit.silence === true) return keep(intervals, edit);
      return intervals.reduce<Interval[]>((kept, _, n) => remove(kept, intervals, n, edit), []);
    case "keep":
      return keep(intervals, edit);
    case "stay":
      return changeStay(intervals, edit);
    case "draw":
      return draw(intervals, edit);
  }
}

function keep(intervals: Interval[], edit: KeepEdit | DeleteEdit): Interval[] {
  const isMeant = (i: Interval) => edit.silence !== true || i.kind === "gap";
  return intervals.map((i) => (isMeant(i) && covers(edit, i) ? kept(i) : i));
}

function kept(interval: Interval): Interval {
  return interval.kind === "gap" ? { ...interval, dismissed: true } : { ...interval, confidence: 1 };
}

function end(interval: Interval): number {
  return interval.to ?? Number.POSITIVE_INFINITY;
}

/** Whether a span covers at least half of an interval, or the start of an open one. */
function covers(span: { from: number; to: number }, interval: Interval): boolean {
  if (interval.to === null) return interval.from >= span.from && interval.from < span.to;
  const common = Math.min(span.to, interval.to) - Math.max(span.from, interval.from);
  return common > 0 && common * 2 >= interval.to - interval.from;
}

function join(intervals: Interval[], edit: JoinEdit): Interval[] {
  const touched = intervals.flatMap((i, n) =>
    i.kind === "leg" && end(i) > edit.from && i.from < edit.to ? [n] : [],
  );
  const first = touched[0];
  const last = touched.at(-1);
  if (first === undefined || last === undefined || first === last) return intervals;
  return [
    ...intervals.slice(0, first),
    joinLegs(intervals.slice(first, last + 1)),
    ...intervals.slice(last + 1),
  ];
}

/** Adds the next interval; replaces a deleted leg so that no hole remains. */
function remove(kept: Interval[], all: readonly Interval[], n: number, edit: DeleteEdit): Interval[] {
  const here = all[n];
  if (here === undefined) return kept;
  const before = kept.at(-1);
  if (here.kind === "gap" && covers(edit, here)) return [...kept, { ...here, dismissed: true }];
  if (here.kind === "leg" && covers(edit, here)) {
    if (before?.kind === "stay") {
      // If the record ended with the leg, the boat still lies there.
      const isLast = n === all.length - 1;
      const [to, toReason] = isLast ? [null, null] : [here.to, here.toReason];
      return [...kept.slice(0, -1), { ...before, to, toReason }];
    }
    return [...kept, stayInsteadOf(here)];
  }
  const gone = all[n - 1];
  const closes =
    here.kind === "stay" && before?.kind === "stay" && gone?.kind === "leg" && covers(edit, gone);
  return closes ? [...kept.slice(0, -1), ...withoutTrip(before, here)] : [...kept, here];
}

/** Applies the facts to a stay and moves the borders of its neighbours. */
function changeStay(intervals: Interval[], edit: StayEdit): Interval[] {
  const at = intervals.findIndex((i) => i.kind === "stay" && (covers(edit, i) || holds(i, edit)));
  const stay = intervals[at];
  if (stay === undefined || stay.kind !== "stay") return intervals;
  const before = intervals[at - 1];
  const after = intervals[at + 1];
  const from =
    before === undefined || edit.arrived === undefined ? stay.from : Math.max(before.from, edit.arrived);
  const to =
    after === undefined || edit.departed === undefined ? stay.to : Math.min(end(after), edit.departed);
  if (to !== null && to <= from) return intervals;
  const changed: StayInterval = {
    ...stay,
    stayCode: edit.stayCode ?? stay.stayCode,
    latitude: edit.latitude ?? stay.latitude,
    longitude: edit.longitude ?? stay.longitude,
  };
  return intervals.flatMap((i, n) => {
    if (n === at) return withBounds(changed, from, to);
    if (n === at - 1) return withBounds(i, i.from, from);
    return n === at + 1 && to !== null ? withBounds(i, to, i.to) : [i];
  });
}

/** Whether a stay contains the whole span: facts about part of a stay apply to all of it. */
function holds(interval: Interval, span: { from: number; to: number }): boolean {
  return interval.from <= span.from && span.to <= end(interval);
}

function draw(intervals: Interval[], edit: DrawEdit): Interval[] {
  if (edit.unrecorded === true) return drawAcross(intervals, edit);
  const leg = drawn(edit, "unknown", "drawn by hand");
  const before = intervals.flatMap((i) => withBounds(i, i.from, Math.min(end(i), edit.from)));
  const after = intervals.flatMap((i) => withBounds(i, Math.max(i.from, edit.to), i.to));
  return [...before, leg, ...after];
}

/** The kept passage shrinks to the silence that later rows left of it. */
function drawAcross(intervals: Interval[], edit: DrawEdit): Interval[] {
  return intervals.map((i) =>
    i.kind === "gap" && i.cause === "unrecorded" && covers(edit, i)
      ? drawn(i, "gap", "not recorded: kept by hand as a straight line")
      : i,
  );
}

/** Source of a drawn leg: a drawing or a gap. */
type Line = Pick<
  DrawEdit,
  "from" | "to" | "fromLatitude" | "fromLongitude" | "toLatitude" | "toLongitude" | "distanceNm"
>;

function drawn(line: Line, kind: "gap" | "unknown", text: string): LegInterval {
  const { from, to, distanceNm } = line;
  const reason = { rule: "drawn", text };
  return {
    kind: "leg",
    from,
    to,
    fromReason: reason,
    toReason: reason,
    confidence: 1,
    fromLatitude: line.fromLatitude,
    fromLongitude: line.fromLongitude,
    toLatitude: line.toLatitude,
    toLongitude: line.toLongitude,
    segments: [{ kind, from, to, distanceNm }],
    continuesVoyage: false,
  };
}
