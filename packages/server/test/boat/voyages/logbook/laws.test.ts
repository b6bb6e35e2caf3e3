/**
 * The laws of the fold, with many random histories in memory: whatever the order and batching of rows and whatever
 * users edit in between, the logbook is the detector's result for all rows in order, with the edits applied.
 * `WAKELOG_LAW_CASES=100000 npx vitest run packages/server/test/boat/voyages/logbook/laws.test.ts` tries more.
 */

import { ALWAYS, END } from "@wakelog/kit/time/span.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../test/support/laws/cases.ts";
import { fold, initialState, unsettled } from "../../../../src/boat/voyages/detector/detector.ts";
import type { Interval, LegInterval } from "../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../../../../src/boat/voyages/detector/thresholds.ts";
import { applyEdits, type Edit } from "../../../../src/boat/voyages/edits/apply-edits.ts";
import {
  canonical,
  checkpoint,
  type NamedInterval,
} from "../../../../src/boat/voyages/logbook/fold-state.ts";
import { foldAgain, foldNew, showAgain, showEnd } from "../../../../src/boat/voyages/logbook/vessel-fold.ts";
import { toFix } from "../../../../src/boat/voyages/record/metric-row.ts";
import { MemoryBoat, spanOf } from "./memory.ts";
import { batchesOf, type Plan, plans, rowsOf, type Saying } from "./plan.ts";

const START = Date.UTC(2026, 4, 1);
const HOUR = 3_600_000;

/** The detector's result for all rows in order. */
function detected(boat: MemoryBoat) {
  const { state, settled } = fold(initialState(), boat.fixes, DEFAULT_SETTINGS);
  const isOver = (state.time ?? END) <= boat.closed;
  return { state, settled, intervals: [...settled, ...unsettled(state, DEFAULT_SETTINGS, isOver)] };
}

/** Intervals as users see them; a leg with the index of its voyage's first leg. */
function asWanted(intervals: readonly Interval[], edits: readonly Edit[]): unknown[] {
  let voyage: number | null = null;
  return applyEdits(intervals, edits).map((interval, place) => {
    if (interval.kind !== "leg") return { interval, voyage: null };
    voyage = interval.continuesVoyage && voyage !== null ? voyage : place;
    return { interval: interval.to === null ? { ...interval, segments: [] } : interval, voyage };
  });
}

function asShown(rows: readonly NamedInterval[]): unknown[] {
  return rows.map(({ interval, voyageId }) => {
    const first = rows.findIndex((one) => one.interval.kind === "leg" && one.id === voyageId);
    return { interval, voyage: interval.kind === "leg" ? first : null };
  });
}

/** Everything that must hold of a boat at any time. */
function expectLogbook(boat: MemoryBoat): void {
  const { state, settled, intervals } = detected(boat);
  const wanted = asWanted(
    intervals,
    boat.edits.map(({ edit }) => edit),
  );
  const shown = boat.shown();
  if (canonical(asShown(shown)) !== canonical(wanted)) expect(asShown(shown)).toEqual(wanted);
  if (canonical(boat.intervals) !== canonical(settled)) expect(boat.intervals).toEqual(settled);
  if (canonical(boat.state?.detector) !== canonical(state)) expect(boat.state?.detector).toEqual(state);
  const unsettled = boat.state?.settledUntil ?? Number.NEGATIVE_INFINITY;
  const applied = shown.filter(({ interval }) => interval.from >= unsettled);
  if (canonical(boat.state?.applied) !== canonical(applied)) expect(boat.state?.applied).toEqual(applied);
}

function expectCheckpoints(boat: MemoryBoat): void {
  for (const { at, hash } of boat.checkpoints) {
    const before = boat.fixes.filter(({ time }) => time <= at);
    const { state } = fold(initialState(), before, DEFAULT_SETTINGS);
    expect(checkpoint(at, state, null).hash).toBe(hash);
  }
}

const ids = (boat: MemoryBoat) => boat.shown().map(({ id, interval }) => `${interval.kind} ${id}`);

/** A user's edit, as the database stores it. Null if there is nothing to edit. */
function say(boat: MemoryBoat, { what, pick, at }: Saying): Edit | null {
  const newest = boat.fixes.at(-1)?.time ?? START;
  if (what === "undo") return boat.undo(Math.floor(pick * boat.edits.length));
  if (what === "draw") return draw(boat, pick, at);
  const isStay = what === "no stop" || what === "type" || what === "times";
  const choice = boat.shown().filter(({ interval }) => (interval.kind === "stay") === isStay);
  const place = Math.floor(pick * choice.length);
  const chosen = choice[place];
  if (chosen === undefined) return null;
  const { id, interval } = chosen;
  const { from } = interval;
  const to = Math.max(interval.to ?? newest, from + 1);
  if (interval.kind === "gap" && (what === "keep" || what === "delete"))
    return boat.say((madeAt) => ({ kind: what, madeAt, from, to, silence: true }));
  if (what === "keep") return boat.say((madeAt) => ({ kind: "keep", madeAt, from, to }));
  if (what === "delete") {
    boat.rows.delete(`leg ${id}`);
    return boat.say((madeAt) => ({ kind: "delete", madeAt, from, to }));
  }
  if (what === "no stop") {
    boat.rows.delete(`stay ${id}`);
    return boat.say((madeAt) => ({ kind: "join", madeAt, from: from - 1, to: to + 1 }));
  }
  if (what === "type") {
    const stayCode = ([1, 2, 3, 4] as const)[Math.floor(at * 4)] ?? 1;
    return boat.say((madeAt) => ({ kind: "stay", madeAt, from, to, stayCode }));
  }
  if (what === "times") {
    const arrived = Math.round(from + (at - 0.5) * 4 * HOUR);
    const departed = Math.round(to + (0.6 - at) * 3 * HOUR);
    return boat.say((madeAt) => ({ kind: "stay", madeAt, from, to, arrived, departed }));
  }
  if (what === "split" && interval.kind === "leg") {
    const { fromLatitude: latitude, fromLongitude: longitude } = interval;
    const cut = Math.round(from + at * (to - from));
    return boat.say((madeAt) => ({ kind: "split", madeAt, from: cut, latitude, longitude, log: id }));
  }
  const next = choice[place + 1]?.interval;
  if (next === undefined) return null;
  const end = Math.max(next.to ?? newest, next.from + 1);
  return boat.say((madeAt) => ({ kind: "join", madeAt, from, to: end, log: id }));
}

function draw(boat: MemoryBoat, pick: number, at: number): Edit {
  const first = boat.fixes[0]?.time ?? START;
  const newest = boat.fixes.at(-1)?.time ?? START;
  const from = Math.round(first - HOUR + pick * (newest - first + 2 * HOUR));
  const to = Math.round(from + HOUR / 4 + at * 6 * HOUR);
  const ends = { fromLatitude: 59.8, fromLongitude: 22.9, toLatitude: 59.9, toLongitude: 23 };
  const edit = boat.say((madeAt) => ({ kind: "draw", madeAt, from, to, distanceNm: 6, ...ends }));
  const reason = { rule: "drawn", text: "drawn by hand" };
  const leg: LegInterval = {
    ...{ kind: "leg", from, to, fromReason: reason, toReason: reason, confidence: 1, segments: [] },
    ...{ ...ends, continuesVoyage: false },
  };
  boat.draw(leg);
  return edit;
}

/** Lives through a plan; everything must hold after each step. */
async function live(plan: Plan): Promise<MemoryBoat> {
  const boat = new MemoryBoat(DEFAULT_SETTINGS);
  const fixes = rowsOf(plan, START)
    .map(toFix)
    .filter((fix) => fix !== null);
  const batches = batchesOf(plan, fixes);
  let waiting: Edit[] = [];
  for (const [n, batch] of batches.entries()) {
    const fresh = boat.take(batch);
    await foldNew(boat, boat.open(), fresh);
    for (const edit of waiting) await showAgain(boat, boat.open(), spanOf(edit));
    waiting = [];
    const then = plan.between[n % plan.between.length];
    if (then === "refold")
      await foldAgain(boat, boat.open(), { from: fresh[0]?.time ?? START, to: ALWAYS.to });
    if (then === "remove") {
      const [lost] = boat.fixes.splice(Math.floor((n / batches.length) * boat.fixes.length), 3);
      if (lost !== undefined) await foldAgain(boat, boat.open(), { from: lost.time, to: ALWAYS.to });
    }
    if (then === "close" && boat.state !== null) {
      boat.closed = boat.state.detector.time ?? boat.closed;
      await showEnd(boat, boat.open(), boat.state);
    }
    for (const saying of plan.sayings.filter(({ after }) => after === n)) {
      const edit = say(boat, saying);
      if (edit === null) continue;
      // An undo shows the span at once; a changed row is shown by a job.
      if (saying.isLate && saying.what !== "undo") waiting.push(edit);
      else await showAgain(boat, boat.open(), spanOf(edit));
    }
    if (waiting.length === 0 && (n % 4 === 0 || n === batches.length - 1)) expectLogbook(boat);
  }
  for (const edit of waiting) await showAgain(boat, boat.open(), spanOf(edit));
  expectLogbook(boat);
  return boat;
}

it.each<[string, number, fc.Arbitrary<Plan>]>([
  [
    "rows come in any order",
    0.5,
    plans({ sayings: ["keep"], between: ["nothing", "close"], stretches: 5, silences: true }),
  ],
  [
    "rows come and go in any order and people correct what is shown",
    0.5,
    plans({
      sayings: ["delete", "join", "split", "keep", "no stop", "type", "times", "draw", "undo"],
      between: ["nothing", "nothing", "nothing", "refold", "remove", "close"],
      stretches: 5,
      silences: true,
    }),
  ],
])(
  "the logbook is that of all rows in order, with what people said, and folding everything again changes no id: %s",
  async (_, share, pasts) => {
    await fc.assert(
      fc.asyncProperty(pasts, async (plan) => {
        const boat = await live(plan);
        expectCheckpoints(boat);
        const before = ids(boat);
        await foldAgain(boat, boat.open(), ALWAYS);
        expect(ids(boat)).toEqual(before);
        await showAgain(boat, boat.open(), ALWAYS);
        expect(ids(boat)).toEqual(before);
        expectLogbook(boat);
      }),
      { numRuns: lawCases(share) },
    );
  },
  LAW_TIMEOUT,
);
