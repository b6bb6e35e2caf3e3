import { ALWAYS, END, type Span, START } from "@wakelog/kit/time/span.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../test/support/laws/cases.ts";
import type { Interval } from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { applyEdits, type Edit } from "../../../../../src/boat/voyages/edits/apply-edits.ts";
import { reach } from "../../../../../src/boat/voyages/edits/stored-edits.ts";
import { Known, windowOf } from "../../../../../src/boat/voyages/logbook/known-intervals.ts";

const reason = { rule: "test", text: "test" };

interface Piece {
  readonly minutes: number;
  readonly isLeg: boolean;
  readonly isNear: boolean;
  readonly goesOn: boolean;
}

const pieces = (least: number) =>
  fc.array(
    fc.record({
      minutes: fc.integer({ min: 2, max: 60 }),
      isLeg: fc.boolean(),
      isNear: fc.boolean(),
      goesOn: fc.boolean(),
    }),
    { minLength: least, maxLength: 7 },
  );

/** Intervals end to end; the last one of an open record lasts. */
function tiled(all: readonly Piece[], start: number, isOpen: boolean): Interval[] {
  let from = start;
  return all.map((piece, i) => {
    const to = isOpen && i === all.length - 1 ? null : from + piece.minutes;
    const bounds = { from, to, fromReason: reason, toReason: reason, confidence: 0.5 + (from % 40) / 100 };
    from += piece.minutes;
    if (!piece.isLeg) {
      const place = { latitude: piece.isNear ? 60 : 61, longitude: 23, radiusM: 30 };
      return { kind: "stay", ...bounds, ...place, stayCode: 1, moored: false, events: [] };
    }
    const ends = { fromLatitude: 60, fromLongitude: 23, toLatitude: 60, toLongitude: 24 };
    return { kind: "leg", ...bounds, ...ends, segments: [], continuesVoyage: piece.goesOn };
  });
}

const edit = fc
  .record({
    kind: fc.constantFrom("split", "join", "delete", "keep", "stay", "draw"),
    from: fc.integer({ min: -20, max: 500 }),
    length: fc.integer({ min: 1, max: 90 }),
    arrived: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
    departed: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
    madeAt: fc.nat(5),
  })
  .map(({ kind, from, length, arrived, departed, madeAt }): Edit => {
    const span = { madeAt, from, to: from + length };
    switch (kind) {
      case "split":
        return { kind, madeAt, from, latitude: 60, longitude: 23 };
      case "stay":
        return {
          ...{ kind, ...span, stayCode: 4 },
          ...(arrived === undefined ? {} : { arrived: from + arrived }),
          ...(departed === undefined ? {} : { departed: from + length + departed }),
        };
      case "draw":
        return {
          ...{ kind, ...span, distanceNm: 1 },
          ...{ fromLatitude: 60, fromLongitude: 23, toLatitude: 60, toLongitude: 24 },
        };
      default:
        return { kind: kind as "join" | "delete" | "keep", ...span };
    }
  });

interface Row {
  readonly interval: Interval;
  /** Where the voyage began. */
  readonly voyage: number | null;
}

/** The visible legs, with the start of their voyage's first leg. */
function seen(intervals: readonly Interval[], edits: readonly Edit[], before: readonly Row[] = []): Row[] {
  let voyage = before.findLast(({ interval }) => interval.kind === "leg")?.voyage ?? null;
  const shown = applyEdits(intervals, edits);
  return shown.map((interval) => {
    if (interval.kind !== "leg") return { interval, voyage: null };
    voyage = interval.continuesVoyage && voyage !== null ? voyage : interval.from;
    return { interval, voyage };
  });
}

/** Reads more and more around a span of a record, as the fold does. */
function windowIn(record: readonly Interval[], near: Span, happened: Parameters<typeof windowOf>[1]): Known {
  for (let margin = 1; margin < 100; margin++) {
    const before = record.filter(({ from }) => from < near.from).at(-margin);
    const after = record.filter(({ from }) => from >= near.to)[margin];
    const span = { from: before?.from ?? START, to: after?.from ?? END };
    const window = windowOf(new Known(ALWAYS, record).within(span), happened);
    if (window !== null) return window;
  }
  throw new Error("never enough");
}

/** The earlier rows, with those of the window replaced. */
function replaced(old: readonly Row[], window: Known, edits: readonly Edit[]): Row[] {
  const { from, to } = window.span;
  const before = old.filter(({ interval }) => interval.from < from);
  const inside = edits.filter((one) => reach(one).to >= from && reach(one).from <= to);
  const after = old.filter(({ interval }) => interval.from >= to);
  return [...before, ...seen(window.intervals, inside, before), ...after];
}

it(
  "a window around what changed can be shown by itself, whatever edits there are",
  () => {
    const past = fc.record({
      before: pieces(0),
      was: pieces(1),
      is: pieces(1),
      after: pieces(0),
      edits: fc.array(edit, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(past, ({ before, was, is, after, edits }) => {
        const head = tiled(before, 0, false);
        const a = before.length === 0 ? START : (head.at(-1)?.to ?? 0);
        const start = Math.max(a, 0);
        const old = tiled(was, start, after.length === 0);
        const now = tiled(is, start, after.length === 0);
        const end = Math.max(old.at(-1)?.to ?? start, now.at(-1)?.to ?? start);
        const stretch = (all: Interval[]) =>
          after.length === 0 ? all : all.map((one, i) => (i === all.length - 1 ? { ...one, to: end } : one));
        const rest = tiled(after, end, true);
        const found = { from: a, to: after.length === 0 ? END : end };
        const record = [...head, ...stretch(now), ...rest];
        const window = windowIn(record, found, { found, rows: null, edited: null, edits: edits.map(reach) });
        const rows = replaced(seen([...head, ...stretch(old), ...rest], edits), window, edits);
        expect(rows).toEqual(seen(record, edits));
      }),
      { numRuns: lawCases(10) },
    );
  },
  LAW_TIMEOUT,
);

it(
  "a window around an edit that comes or goes can be shown by itself",
  () => {
    const past = fc.record({ all: pieces(1), others: fc.array(edit, { maxLength: 3 }), said: edit });
    fc.assert(
      fc.property(past, ({ all, others, said }) => {
        const record = tiled(all, 0, true);
        const both = [...others, said];
        const happened = { found: null, rows: null, edited: reach(said) };
        const made = windowIn(record, reach(said), { ...happened, edits: both.map(reach) });
        expect(replaced(seen(record, others), made, both)).toEqual(seen(record, both));
        const undone = windowIn(record, reach(said), { ...happened, edits: others.map(reach) });
        expect(replaced(seen(record, both), undone, others)).toEqual(seen(record, others));
      }),
      { numRuns: lawCases(5) },
    );
  },
  LAW_TIMEOUT,
);

it("nothing can be shown that is not known as a whole", () => {
  const known = new Known({ from: 0, to: 100 }, []);
  expect(() => known.within({ from: 0, to: 101 })).toThrow(RangeError);
  expect(() => known.replaced(new Known({ from: 101, to: 102 }, []))).toThrow(RangeError);
  expect(
    () =>
      new Known(
        { from: 5, to: 10 },
        tiled([{ minutes: 3, isLeg: true, isNear: true, goesOn: false }], 0, false),
      ),
  ).toThrow(RangeError);
});
