/** The night watch: whatever happens in whatever order, no alarm is lost before it is answered. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OUTER } from "../../../src/features/alerts/anchor-watch.ts";
import {
  BEGINNING,
  CAUSES,
  type Cause,
  LOST_MS,
  nextWatch,
  type Observation,
  OLD_MS,
  SILENCE_MS,
  soundsIn,
  standingIn,
  type WatchEvent,
  type WatchState,
} from "../../../src/pages/watch/watch-state.ts";

const START = Date.parse("2026-11-25T22:00:00Z");
const MINUTE = 60_000;
const WATCH = { key: "1,2", radius: 45 };

function seeing(metres: number | null, more: Partial<Observation> = {}): Observation {
  return { watch: WATCH, metres, positionAt: START, inner: "none", outer: "none", ...more };
}
function after(...events: readonly WatchEvent[]): WatchState {
  return events.reduce(nextWatch, BEGINNING);
}
const observed = (seen: Observation, minutes = 0): WatchEvent => ({
  kind: "observed",
  at: START + minutes * MINUTE,
  seen,
});
const tick = (minutes: number): WatchEvent => ({ kind: "tick", at: START + minutes * MINUTE });
const link = (up: boolean, minutes: number): WatchEvent => ({
  kind: "link",
  at: START + minutes * MINUTE,
  up,
});
const acknowledged = (minutes: number): WatchEvent => ({
  kind: "acknowledged",
  at: START + minutes * MINUTE,
});
const silenced = (minutes: number): WatchEvent => ({ kind: "silenced", at: START + minutes * MINUTE });
const disarmed = (minutes: number): WatchEvent => ({ kind: "disarmed", at: START + minutes * MINUTE });

describe("the night watch", () => {
  test("is calm inside the ring, and sounds outside it", () => {
    expect(standingIn(after(observed(seeing(18))))).toEqual([]);
    const state = after(observed(seeing(18)), observed(seeing(46)));
    expect(standingIn(state)).toEqual(["drag"]);
    expect(soundsIn(state)).toBe(true);
  });

  test("latches: the alarm stands though the boat swings back, until it is acknowledged", () => {
    const back = after(observed(seeing(46)), observed(seeing(10)));
    expect(standingIn(back)).toEqual(["drag"]);
    expect(soundsIn(back)).toBe(true);
    expect(standingIn(nextWatch(back, acknowledged(1)))).toEqual([]);
  });

  test("does not repeat what was answered, but sounds again for a second time outside", () => {
    const outside = after(observed(seeing(46)), acknowledged(1), observed(seeing(47)), tick(2));
    expect(soundsIn(outside)).toBe(false);
    // Back only well inside: the service clears its alert there, too.
    expect(soundsIn(nextWatch(nextWatch(outside, observed(seeing(43))), observed(seeing(46))))).toBe(false);
    expect(soundsIn(nextWatch(nextWatch(outside, observed(seeing(40))), observed(seeing(46))))).toBe(true);
  });

  test("sounds again at the outer ring, though the inner one was acknowledged", () => {
    const state = after(observed(seeing(46)), acknowledged(1), observed(seeing(45 * OUTER + 1)));
    expect(standingIn(state)).toEqual(["far"]);
  });

  test("takes the service's alert for an alarm, and its acknowledgement on another device for an answer", () => {
    const raised = after(observed(seeing(20, { inner: "raised" })));
    expect(soundsIn(raised)).toBe(true);
    const answered = nextWatch(raised, observed(seeing(60, { inner: "acknowledged" })));
    expect(soundsIn(answered)).toBe(false);
    // Opened after it was acknowledged.
    expect(soundsIn(after(observed(seeing(60, { inner: "acknowledged" }))))).toBe(false);
  });

  test("sounds when the link is lost for a minute, and stands though it comes back", () => {
    const lost = after(observed(seeing(18)), link(false, 1), tick(1.5));
    expect(soundsIn(lost)).toBe(false);
    const longer = nextWatch(lost, tick(2));
    expect(standingIn(longer)).toEqual(["link"]);
    expect(standingIn(nextWatch(longer, link(true, 3)))).toEqual(["link"]);
  });

  test("sounds when the position is old, or there is none", () => {
    expect(standingIn(after(observed(seeing(18)), tick(10)))).toEqual([]);
    expect(standingIn(after(observed(seeing(18)), tick(10.1)))).toEqual(["position"]);
    expect(standingIn(after(observed(seeing(null, { positionAt: null }))))).toEqual(["position"]);
  });

  test("is silent for ten minutes at most, and not at all for another alarm", () => {
    const silent = after(observed(seeing(46)), silenced(1));
    expect(soundsIn(silent)).toBe(false);
    expect(standingIn(silent)).toEqual(["drag"]);
    expect(soundsIn(nextWatch(silent, tick(10.9)))).toBe(true);
    expect(soundsIn(nextWatch(silent, observed(seeing(70), 2)))).toBe(true);
    // The clock was set back.
    expect(soundsIn(nextWatch(silent, tick(-60)))).toBe(true);
  });

  test("tells that the watch ended, unless it was disarmed here", () => {
    const gone = seeing(null, { watch: null });
    expect(standingIn(after(observed(seeing(18)), observed(gone)))).toEqual(["ended"]);
    const here = after(observed(seeing(46)), disarmed(1), observed(seeing(46)), observed(gone));
    expect(standingIn(here)).toEqual([]);
    expect(here.seen.watch).toBeNull();
    expect(standingIn(after(observed(gone), tick(60)))).toEqual([]);
  });

  test("begins again when the watch is set again", () => {
    const wider = { key: "3,4", radius: 80 };
    expect(standingIn(after(observed(seeing(46)), observed(seeing(46, { watch: wider }))))).toEqual([]);
    const narrower = { key: "3,4", radius: 30 };
    const state = after(observed(seeing(46)), acknowledged(1), observed(seeing(46, { watch: narrower })));
    expect(standingIn(state)).toContain("drag");
  });
});

const alert = fc.constantFrom("none" as const, "raised" as const, "acknowledged" as const);
const observation: fc.Arbitrary<Observation> = fc.record({
  watch: fc.constantFrom(null, WATCH, { key: "3,4", radius: 30 }, { key: "5,6", radius: 80 }),
  metres: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
  positionAt: fc.option(fc.integer({ min: -40, max: 40 }).map((minutes) => START + minutes * MINUTE)),
  inner: alert,
  outer: alert,
});
/** Most clocks only go on, some jump by hours. */
const lapse = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 5 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: -180 * MINUTE, max: 180 * MINUTE }) },
);
const happening = fc.oneof(
  { weight: 5, arbitrary: observation.map((seen) => ({ kind: "observed" as const, seen })) },
  { weight: 2, arbitrary: fc.boolean().map((up) => ({ kind: "link" as const, up })) },
  { weight: 2, arbitrary: fc.constant({ kind: "tick" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "acknowledged" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "silenced" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "disarmed" as const }) },
);
const night = fc.array(fc.tuple(lapse, happening), { minLength: 1, maxLength: 60 });

/** Whether the alarm was answered on another device. */
function isAcknowledged(cause: Cause, { seen }: WatchState): boolean {
  return (
    (cause === "drag" && seen.inner === "acknowledged") || (cause === "far" && seen.outer === "acknowledged")
  );
}

/** Whether an event answers an alarm. */
function isAnswer(cause: Cause, before: WatchState, event: WatchEvent): boolean {
  if (event.kind === "acknowledged" || event.kind === "disarmed") return true;
  if (cause === "position" || cause === "link") return false;
  const inner = event.kind === "observed" ? event.seen.inner : before.seen.inner;
  const outer = event.kind === "observed" ? event.seen.outer : before.seen.outer;
  if (cause === "drag" && inner === "acknowledged") return true;
  if (cause === "far" && outer === "acknowledged") return true;
  return (
    event.kind === "observed" &&
    event.seen.watch !== null &&
    event.seen.watch.key !== before.dismissed &&
    event.seen.watch.key !== before.seen.watch?.key
  );
}

describe("in any order of events", () => {
  const eachStep = (check: (before: WatchState, event: WatchEvent, next: WatchState) => void) =>
    fc.assert(
      fc.property(night, (happenings) => {
        let at = START;
        let state = BEGINNING;
        for (const [milliseconds, one] of happenings) {
          at += milliseconds;
          const event: WatchEvent = { ...one, at };
          const next = nextWatch(state, event);
          check(state, event, next);
          state = next;
        }
      }),
      { numRuns: 250 },
    );

  test("no alarm ends before it is answered", () =>
    eachStep((before, event, next) => {
      for (const cause of CAUSES) {
        if (!before.causes[cause].latched || isAnswer(cause, before, event)) continue;
        expect(next.causes[cause].latched, cause).toBe(true);
      }
    }));

  test("what begins to be wrong with an armed watch is an alarm", () =>
    eachStep((before, event, next) => {
      const { watch, metres, positionAt } = next.seen;
      // What was not shown yet is not answered: it is judged with the next event.
      if (watch === null || !["observed", "link", "tick"].includes(event.kind)) return;
      const isWrong: Partial<Record<Cause, boolean>> = {
        drag: (metres !== null && metres > watch.radius) || next.seen.inner !== "none",
        far: (metres !== null && metres > watch.radius * OUTER) || next.seen.outer !== "none",
        position: positionAt === null || Math.abs(next.at - positionAt) > OLD_MS,
        link: next.downSince !== null && next.at - next.downSince >= LOST_MS,
      };
      for (const cause of CAUSES) {
        if (isWrong[cause] !== true) continue;
        expect(next.causes[cause].holds, cause).toBe(true);
        if (before.causes[cause].holds || isAcknowledged(cause, next)) continue;
        expect(next.causes[cause].latched, cause).toBe(true);
      }
    }));

  test("the start of a lost link is never forgotten, whatever the clock does", () =>
    eachStep((before, event, next) => {
      if (next.downSince === null) return;
      expect(next.downSince).toBeLessThanOrEqual(next.at);
      if (before.downSince !== null && event.kind !== "link")
        expect(next.downSince).toBeLessThanOrEqual(before.downSince);
    }));

  test("it sounds while an alarm stands, but for ten minutes after a touch", () =>
    eachStep((_, event, next) => {
      const stands = standingIn(next).length > 0;
      if (soundsIn(next)) expect(stands).toBe(true);
      if (!stands || soundsIn(next)) return;
      const from = next.silence?.from ?? Number.NaN;
      expect(next.at - from).toBeGreaterThanOrEqual(0);
      expect(next.at - from).toBeLessThan(SILENCE_MS);
      expect(event.at).toBe(next.at);
    }));

  test("without a watch nothing but its end is an alarm", () =>
    eachStep((before, _, next) => {
      if (before.seen.watch !== null || next.seen.watch !== null) return;
      expect(standingIn(next).filter((cause) => !before.causes[cause].latched)).toEqual([]);
    }));
});
