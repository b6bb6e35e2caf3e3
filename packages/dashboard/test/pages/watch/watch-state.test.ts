/** The night watch: what begins an alarm, and what ends it. */
import { describe, expect, test } from "vitest";
import { OUTER } from "../../../src/features/alerts/anchor-watch.ts";
import {
  beginningAt,
  isCalm,
  nextWatch,
  type Observation,
  SLEEP_MS,
  soundsIn,
  standingIn,
  type WatchEvent,
  type WatchState,
} from "../../../src/pages/watch/watch-state.ts";
import { FRESH_MS, MINUTE, START, WATCH } from "./night.ts";

function seeing(metres: number | null, more: Partial<Observation> = {}): Observation {
  return {
    ...{ watch: WATCH, metres, positionAt: START, freshMs: FRESH_MS },
    ...{ inner: "none", outer: "none", silent: "none", ...more },
  };
}
/** The page stays awake: between two events it ticks, and the service answers until the time of a tick's answer. */
function after(...events: readonly WatchEvent[]): WatchState {
  return events.reduce(awake, beginningAt(START, null));
}
function awake(state: WatchState, event: WatchEvent): WatchState {
  let next = state;
  const until = event.kind === "tick" ? (event.answeredAt ?? state.at) : event.at;
  for (let at = state.at + MINUTE; at < event.at; at += MINUTE) {
    next = nextWatch(next, { kind: "tick", at, answeredAt: Math.min(at, until) });
  }
  return nextWatch(next, event);
}
const observed = (seen: Observation, minutes = 0): WatchEvent => ({
  kind: "observed",
  at: START + minutes * MINUTE,
  seen,
});
/** The service answers. */
const tick = (minutes: number): WatchEvent => ({
  kind: "tick",
  at: START + minutes * MINUTE,
  answeredAt: START + minutes * MINUTE,
});
/** It does not, since a minute of the night. */
const waiting = (minutes: number, answered = 0): WatchEvent => ({
  kind: "tick",
  at: START + minutes * MINUTE,
  answeredAt: START + answered * MINUTE,
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

  test("sounds when the service has not answered for a minute, whatever the reason, and stands after it does", () => {
    const lost = after(observed(seeing(18)), waiting(0.9));
    expect(soundsIn(lost)).toBe(false);
    const longer = awake(lost, waiting(1));
    expect(standingIn(longer)).toEqual(["link"]);
    expect(standingIn(awake(longer, tick(3)))).toEqual(["link"]);
    const answered = awake(awake(longer, tick(3)), acknowledged(3));
    expect(soundsIn(awake(answered, waiting(3.9, 3)))).toBe(false);
    expect(soundsIn(awake(answered, waiting(4, 3)))).toBe(true);
  });

  test("sounds when the position is older than the boat's usual news, or there is none", () => {
    const at = (minutes: number, freshMs: number) => {
      const calm = after(observed(seeing(18, { freshMs })));
      const each = Array.from({ length: Math.ceil(minutes) }, (_, minute) => tick(minute));
      return standingIn([...each, tick(minutes)].reduce(nextWatch, calm));
    };
    expect(at(10, FRESH_MS)).toEqual([]);
    expect(at(10.1, FRESH_MS)).toEqual(["position"]);
    // A boat that sends every hour.
    expect(at(119, 120 * MINUTE)).toEqual([]);
    expect(at(121, 120 * MINUTE)).toEqual(["position"]);
    expect(standingIn(after(observed(seeing(null, { positionAt: null }))))).toEqual(["position"]);
  });

  test("takes the service's alert of missing positions for an alarm, until it is acknowledged anywhere", () => {
    const raised = after(observed(seeing(18, { silent: "raised" })));
    expect(standingIn(raised)).toEqual(["position"]);
    expect(soundsIn(nextWatch(raised, acknowledged(0)))).toBe(false);
    expect(soundsIn(nextWatch(raised, observed(seeing(18, { silent: "acknowledged" }))))).toBe(false);
  });

  test("says when the browser had stopped the page, until that is acknowledged", () => {
    const slept = nextWatch(after(observed(seeing(18))), tick(300));
    expect(slept.sleep).toEqual({ from: START, until: START + 300 * MINUTE });
    expect(isCalm(slept)).toBe(false);
    expect(isCalm(nextWatch(slept, acknowledged(300)))).toBe(true);
    // In the background, browsers run a page once a minute.
    expect(after(observed(seeing(18)), tick(1), tick(2), tick(3)).sleep).toBeNull();
    // Unloaded meanwhile.
    expect(beginningAt(START, START - SLEEP_MS).sleep).toEqual({ from: START - SLEEP_MS, until: START });
    expect(beginningAt(START, START - SLEEP_MS + 1).sleep).toBeNull();
    // Without a watch nothing was missed.
    expect(nextWatch(after(observed(seeing(18, { watch: null }))), tick(300)).sleep).toBeNull();
  });

  test("gives the boat and the service a minute after a sleep before it sounds", () => {
    const slept = nextWatch(after(observed(seeing(18))), waiting(300));
    expect(soundsIn(slept)).toBe(false);
    expect(soundsIn(awake(slept, waiting(300.9)))).toBe(false);
    expect(standingIn(awake(slept, waiting(301)))).toEqual(["position", "link"]);
    expect(standingIn(nextWatch(slept, observed(seeing(60), 300)))).toContain("drag");
  });

  test("is silent for ten minutes at most, and not at all for another alarm", () => {
    const silent = after(observed(seeing(46, { freshMs: 60 * MINUTE })), silenced(1));
    expect(soundsIn(silent)).toBe(false);
    expect(standingIn(silent)).toEqual(["drag"]);
    expect(soundsIn(awake(silent, tick(10.9)))).toBe(false);
    expect(soundsIn(awake(silent, tick(11)))).toBe(true);
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
