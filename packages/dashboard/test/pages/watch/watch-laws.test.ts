/** The night watch in any order of events: no alarm is lost before it is answered. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OUTER } from "../../../src/features/alerts/anchor-watch.ts";
import {
  beginningAt,
  CAUSES,
  type Cause,
  LOST_MS,
  nextWatch,
  type Observation,
  SILENCE_MS,
  SLEEP_MS,
  soundsIn,
  standingIn,
  type WatchEvent,
  type WatchState,
} from "../../../src/pages/watch/watch-state.ts";
import { FRESH_MS, MINUTE, START, WATCH } from "./night.ts";

const alert = fc.constantFrom("none" as const, "raised" as const, "acknowledged" as const);
const observation: fc.Arbitrary<Observation> = fc.record({
  freshMs: fc.integer({ min: FRESH_MS, max: 140 * MINUTE }),
  silent: alert,
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
  {
    weight: 4,
    arbitrary: fc.option(fc.integer({ min: -40, max: 40 })).map((minutes) => ({
      kind: "tick" as const,
      answeredAt: minutes === null ? null : START + minutes * MINUTE,
    })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "acknowledged" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "silenced" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "disarmed" as const }) },
);
const night = fc.array(fc.tuple(lapse, happening), { minLength: 1, maxLength: 60 });

/** Whether the alarm was answered on another device. */
function isAcknowledged(cause: Cause, { seen }: WatchState): boolean {
  return (
    (cause === "drag" && seen.inner === "acknowledged") ||
    (cause === "far" && seen.outer === "acknowledged") ||
    (cause === "position" && seen.silent === "acknowledged")
  );
}

/** Whether an event answers an alarm. */
function isAnswer(cause: Cause, before: WatchState, event: WatchEvent): boolean {
  if (event.kind === "acknowledged" || event.kind === "disarmed") return true;
  if (cause === "link") return false;
  const silent = event.kind === "observed" ? event.seen.silent : before.seen.silent;
  if (cause === "position") return silent === "acknowledged";
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
        let state = beginningAt(START, null);
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
      if (watch === null || !["observed", "tick"].includes(event.kind)) return;
      const { waking } = next;
      const isWaking = waking !== null && waking.from <= next.at && next.at < waking.until;
      const isWrong: Partial<Record<Cause, boolean>> = {
        drag: (metres !== null && metres > watch.radius) || next.seen.inner !== "none",
        far: (metres !== null && metres > watch.radius * OUTER) || next.seen.outer !== "none",
        position:
          (!isWaking && (positionAt === null || Math.abs(next.at - positionAt) > next.seen.freshMs)) ||
          next.seen.silent !== "none",
        link: next.at - next.answeredAt >= LOST_MS,
      };
      for (const cause of CAUSES) {
        if (isWrong[cause] !== true) continue;
        expect(next.causes[cause].holds, cause).toBe(true);
        if (before.causes[cause].holds || isAcknowledged(cause, next)) continue;
        expect(next.causes[cause].latched, cause).toBe(true);
      }
    }));

  test("only an answer, or a sleep with its notice, lets it wait longer for the service", () =>
    eachStep((before, event, next) => {
      expect(next.answeredAt).toBeLessThanOrEqual(next.at);
      if (next.answeredAt <= before.answeredAt) return;
      if (event.at - before.at < SLEEP_MS) {
        expect(event.kind === "tick" && event.answeredAt !== null).toBe(true);
      } else if (before.seen.watch !== null && !["acknowledged", "disarmed"].includes(event.kind)) {
        expect(next.sleep?.until).toBe(next.at);
      }
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
