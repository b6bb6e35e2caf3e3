/** Tracks which detector intervals are known, and which of them a change affects. */

import { countWhile } from "@wakelog/kit/time/in-order.ts";
import { END, type Span, START } from "@wakelog/kit/time/span.ts";
import type { Interval } from "../detector/intervals/interval.ts";

/**
 * Detector intervals, oldest first, and their span: all intervals that begin in it, and no others. Only a `Known` can
 * replace the rows of a span, so no row is lost whose interval was not read.
 */
export class Known {
  readonly span: Span;
  readonly intervals: readonly Interval[];

  /** @throws RangeError if an interval begins outside the span */
  constructor(span: Span, intervals: readonly Interval[]) {
    if (intervals.some(({ from }) => from < span.from || from >= span.to))
      throw new RangeError("an interval begins outside the span that is supposed to be known");
    this.span = span;
    this.intervals = intervals;
  }

  /** A part of it. @throws RangeError if the span is not fully known */
  within(span: Span): Known {
    if (!contains(this.span, span)) throw new RangeError("not all of the span is known");
    return new Known(span, this.intervals.filter(beginsIn(span)));
  }

  /** Replaced by newer knowledge of another span. @throws RangeError if time lies between the two */
  replaced(by: Known): Known {
    if (by.span.from > this.span.to || by.span.to < this.span.from)
      throw new RangeError("what lies between the two is not known");
    const kept = this.intervals.filter((one) => !beginsIn(by.span)(one));
    return new Known(hull(this.span, by.span), [
      ...kept.filter(({ from }) => from < by.span.from),
      ...by.intervals,
      ...kept.filter(({ from }) => from >= by.span.to),
    ]);
  }
}

/** Changes since the logbook was last derived. */
export interface Happened {
  /** Span where the detector's result differs; null if nowhere. */
  readonly found: Span | null;
  /** Times of added or removed rows: the intervals around them are derived again, even with the same ends. */
  readonly rows: Span | null;
  /** Span of an added or removed edit. */
  readonly edited: Span | null;
  /** Spans affected by the edits in force. */
  readonly edits: readonly Span[];
}

/**
 * The smallest part that can be derived by itself: no edit crosses its ends, before or after the change, and no voyage
 * continues beyond its end.
 * @param known the detector's current result
 * @returns null if more must be known
 */
export function windowOf(known: Known, { found, rows, edited, edits }: Happened): Known | null {
  const cuts = boundaries(known, found);
  const held = [
    ...(found === null ? [] : [found]),
    ...(rows === null ? [] : [cells(cuts, rows, 0)]),
    ...(edited === null ? [] : [cells(cuts, edited, 0)]),
  ];
  const first = held[0];
  if (first === undefined) return known.within({ from: known.span.from, to: known.span.from });
  const reaches = edited === null ? edits : [edited, ...edits];
  let window = held.reduce(hull, first);
  for (let wider: Span | null = window; wider !== null; ) {
    window = wider;
    wider = widened(window, known, cuts, reaches);
  }
  return contains(known.span, window) ? known.within(window) : null;
}

/** Null if the window is wide enough. */
function widened(window: Span, known: Known, cuts: readonly number[], edits: readonly Span[]): Span | null {
  // An edit may give time to the neighbours of its target, and another edit may then apply to those.
  const over = edits.filter((edit) => {
    const reach = cells(cuts, edit, 2);
    return reach.from < window.to && reach.to > window.from;
  });
  const whole = over.map((edit) => cells(cuts, edit, over.length + 1)).reduce(hull, window);
  const to = nextVoyage(known, whole.to);
  return whole.from === window.from && to === window.to ? null : { from: whole.from, to };
}

/** Starts of the intervals and of the changed span, whose inner boundaries may be gone. */
function boundaries(known: Known, found: Span | null): readonly number[] {
  const starts = known.intervals.map(({ from }) => from);
  const unchanged = found === null ? starts : starts.filter((at) => at < found.from || at > found.to);
  const all = found === null ? unchanged : [...unchanged, found.from, found.to];
  return [...new Set(all)].filter(Number.isFinite).sort((a, b) => a - b);
}

/** From the boundary before a span to the one after it, with some neighbours on either side. */
function cells(cuts: readonly number[], span: Span, neighbours: number): Span {
  const before = countWhile(cuts, (cut) => cut < span.from);
  const upTo = countWhile(cuts, (cut) => cut <= span.to);
  return { from: cuts[before - 1 - neighbours] ?? START, to: cuts[upTo + neighbours] ?? END };
}

/** Start of the next voyage: a change before it does not affect the voyages after it. */
function nextVoyage(known: Known, from: number): number {
  const first = known.intervals.find((one) => one.from >= from && one.kind === "leg" && !one.continuesVoyage);
  return from === END ? END : (first?.from ?? END);
}

/** Whether an interval begins in a span. */
export function beginsIn(span: Span): (interval: Interval) => boolean {
  return ({ from }) => from >= span.from && from < span.to;
}

/** From the earlier start to the later end. */
export function hull(one: Span, other: Span): Span {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

function contains(outer: Span, inner: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}
