/** Which of the detector's intervals are known, and which part of them must be shown again after a change. */

import { countWhile } from "@wakelog/kit/time/in-order.ts";
import { END, type Span, START } from "@wakelog/kit/time/span.ts";
import type { Interval } from "../detector/intervals/interval.ts";

/**
 * Intervals of the detector, oldest first, and the span that they cover: all the intervals that begin in it, and no
 * others. Only a `Known` can replace the rows of a span, so no row can go whose interval was not read.
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

  /** A part of it. @throws RangeError if the span is not known as a whole */
  within(span: Span): Known {
    if (!contains(this.span, span)) throw new RangeError("not all of the span is known");
    return new Known(span, this.intervals.filter(beginsIn(span)));
  }

  /** The same, with another span as it is now known. @throws RangeError if time lies between the two */
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

/** What happened since the logbook was shown last. */
export interface Happened {
  /** The span in which the detector finds something different from before; null if it finds the same everywhere. */
  readonly found: Span | null;
  /** Times of rows that came or went: the intervals around them are shown again, whatever their ends are. */
  readonly rows: Span | null;
  /** The span of an edit that came or went. */
  readonly edited: Span | null;
  /** How far each edit in force reaches. */
  readonly edits: readonly Span[];
}

/**
 * The smallest part of what is known that can be shown by itself: no edit reaches over its ends, neither by what the
 * detector found before nor by what it finds now, and the voyage at its end does not go on beyond it.
 * @param known as the detector finds it now
 * @returns null if more must be known to tell
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
  // An edit may give time to the neighbours of what it is about, and another edit may then be about those.
  const over = edits.filter((edit) => {
    const reach = cells(cuts, edit, 2);
    return reach.from < window.to && reach.to > window.from;
  });
  const whole = over.map((edit) => cells(cuts, edit, over.length + 1)).reduce(hull, window);
  const to = nextVoyage(known, whole.to);
  return whole.from === window.from && to === window.to ? null : { from: whole.from, to };
}

/** Beginnings of the intervals; a span that changed counts as one, whatever it holds now and held before. */
function boundaries(known: Known, found: Span | null): readonly number[] {
  const starts = known.intervals.map(({ from }) => from);
  const unchanged = found === null ? starts : starts.filter((at) => at < found.from || at > found.to);
  const all = found === null ? unchanged : [...unchanged, found.from, found.to];
  return [...new Set(all)].filter(Number.isFinite).sort((a, b) => a - b);
}

/** The time from the boundary before a span to the one after it, with some neighbours on either side. */
function cells(cuts: readonly number[], span: Span, neighbours: number): Span {
  const before = countWhile(cuts, (cut) => cut < span.from);
  const upTo = countWhile(cuts, (cut) => cut <= span.to);
  return { from: cuts[before - 1 - neighbours] ?? START, to: cuts[upTo + neighbours] ?? END };
}

/** Where the next voyage begins: a change before it has no effect on the voyages of the legs after it. */
function nextVoyage(known: Known, from: number): number {
  const first = known.intervals.find((one) => one.from >= from && one.kind === "leg" && !one.continuesVoyage);
  return from === END ? END : (first?.from ?? END);
}

/** Whether an interval begins in a span. */
export function beginsIn(span: Span): (interval: Interval) => boolean {
  return ({ from }) => from >= span.from && from < span.to;
}

/** The time from the earlier beginning to the later end. */
export function hull(one: Span, other: Span): Span {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

function contains(outer: Span, inner: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}
