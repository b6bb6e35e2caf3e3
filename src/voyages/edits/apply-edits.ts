/**
 * What people said about the logbook. An edit is a fact about a span of time, not about a row: it holds whatever the
 * detector derives of that span later. Edits are applied in the order in which they were made, whatever the order in
 * which they are passed, so the same set of edits always gives the same logbook.
 */

import type { Interval, StayInterval } from "../detector/intervals/interval.ts";
import { cutLeg, joinLegs, stayInsteadOf, withBounds, withoutTrip } from "./cut-and-join.ts";

interface Made {
  /** Milliseconds since 1970: a later edit prevails. */
  readonly madeAt: number;
}

/** One leg becomes two at an instant; the position is that of the fix at the time, degrees. */
export interface SplitEdit extends Made {
  readonly kind: "split";
  readonly from: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Id of the log whose row the earlier part is; otherwise the longer part is. */
  readonly log?: number;
}

/** All that lies between the legs at two instants, with them, is one leg. */
export interface JoinEdit extends Made {
  readonly kind: "join";
  readonly from: number;
  readonly to: number;
  /** Id of the log whose row the joined one is; otherwise that of the longest. */
  readonly log?: number;
}

/** The legs in a span were not trips; a gap in it needs no further attention. */
export interface DeleteEdit extends Made {
  readonly kind: "delete";
  readonly from: number;
  readonly to: number;
  readonly silence?: boolean;
}

/**
 * What is in a span is right as it is: it leaves the review list.
 * `silence`, here and in `DeleteEdit`: it concerns a silence, not a leg that is found in it later.
 */
export interface KeepEdit extends Made {
  readonly kind: "keep";
  readonly from: number;
  readonly to: number;
  readonly silence?: boolean;
}

/** What a person knows of the stay in a span: its type, its place (degrees), when it began and ended. */
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
 * A leg that no receiver saw, drawn by hand: degrees, and nautical miles along the drawn line.
 * `unrecorded`: an unrecorded passage that somebody kept; its line is the straight one.
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
  /** Id of the log that the drawing became. */
  readonly log?: number;
}

export type Edit = SplitEdit | JoinEdit | DeleteEdit | KeepEdit | StayEdit | DrawEdit;

/** The intervals as people see them: still without overlaps or holes. */
export function applyEdits(intervals: readonly Interval[], edits: readonly Edit[]): Interval[] {
  let now = [...intervals];
  for (const edit of [...edits].sort(inOrderMade)) now = apply(now, edit);
  return now;
}

/** The earlier edit first; of two at the same time, always the same one. */
export function inOrderMade(a: Edit, b: Edit): number {
  return a.madeAt - b.madeAt || a.from - b.from || JSON.stringify(a).localeCompare(JSON.stringify(b));
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

/** Whether a span holds at least half of an interval (an open one: its beginning). */
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

/** Takes over the next interval or, if it is a deleted leg, closes the hole that it leaves. */
function remove(kept: Interval[], all: readonly Interval[], n: number, edit: DeleteEdit): Interval[] {
  const here = all[n];
  if (here === undefined) return kept;
  const before = kept.at(-1);
  if (here.kind === "gap" && covers(edit, here)) return [...kept, { ...here, dismissed: true }];
  if (here.kind === "leg" && covers(edit, here)) {
    if (before?.kind === "stay")
      return [...kept.slice(0, -1), { ...before, to: here.to, toReason: here.toReason }];
    return [...kept, stayInsteadOf(here)];
  }
  const gone = all[n - 1];
  const closes =
    here.kind === "stay" && before?.kind === "stay" && gone?.kind === "leg" && covers(edit, gone);
  return closes ? [...kept.slice(0, -1), ...withoutTrip(before, here)] : [...kept, here];
}

/** Facts about a stay; if it began or ended at another time, its neighbours give or take the time. */
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

/** Whether a stay holds a span whole: a fact of a part is a fact of the stay. */
function holds(interval: Interval, span: { from: number; to: number }): boolean {
  return interval.from <= span.from && span.to <= end(interval);
}

function draw(intervals: Interval[], edit: DrawEdit): Interval[] {
  const unrecorded = edit.unrecorded === true;
  const reason = unrecorded
    ? { rule: "drawn", text: "not recorded: kept by hand as a straight line" }
    : { rule: "drawn", text: "drawn by hand" };
  const leg: Interval = {
    kind: "leg",
    from: edit.from,
    to: edit.to,
    fromReason: reason,
    toReason: reason,
    confidence: 1,
    fromLatitude: edit.fromLatitude,
    fromLongitude: edit.fromLongitude,
    toLatitude: edit.toLatitude,
    toLongitude: edit.toLongitude,
    segments: [
      { kind: unrecorded ? "gap" : "unknown", from: edit.from, to: edit.to, distanceNm: edit.distanceNm },
    ],
    continuesVoyage: false,
  };
  const before = intervals.flatMap((i) => withBounds(i, i.from, Math.min(end(i), edit.from)));
  const after = intervals.flatMap((i) => withBounds(i, Math.max(i.from, edit.to), i.to));
  return [...before, leg, ...after];
}
