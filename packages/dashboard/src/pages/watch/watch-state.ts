/**
 * The state of the night watch: what it saw, and which alarms stand. An alarm latches: it stands until it is answered,
 * even if its cause ends. Pure, so that any order of events can be tried.
 */

import { OUTER } from "../../features/alerts/anchor-watch.ts";

/** Reasons for an alarm, worst first: outside the outer ring, outside the inner one, watch ended, position, link. */
export const CAUSES = ["far", "drag", "ended", "position", "link"] as const;
export type Cause = (typeof CAUSES)[number];

/** The service's alert of a ring, or of missing positions. */
export type ServiceAlert = "none" | "raised" | "acknowledged";

/** What the service answered. Times are milliseconds since 1970, by this device's clock. */
export interface Observation {
  /** The armed watch; the key differs after each arming. Null if none is armed. */
  readonly watch: { readonly key: string; readonly radius: number } | null;
  /** From the anchor; null without a position. */
  readonly metres: number | null;
  readonly positionAt: number | null;
  /** An older position is missing news, milliseconds. */
  readonly freshMs: number;
  readonly inner: ServiceAlert;
  readonly outer: ServiceAlert;
  /** The service's alert of missing positions. */
  readonly silent: ServiceAlert;
}

export type WatchEvent = { readonly at: number } & (
  | { readonly kind: "observed"; readonly seen: Observation }
  /** Time passed; `answeredAt` is when the service last answered, null before that. */
  | { readonly kind: "tick"; readonly answeredAt: number | null }
  | { readonly kind: "acknowledged" }
  | { readonly kind: "silenced" }
  /** The watch was disarmed on this screen. */
  | { readonly kind: "disarmed" }
);

interface Standing {
  /** Whether the cause is there now. */
  readonly holds: boolean;
  /** Whether it is unanswered. */
  readonly latched: boolean;
}

interface Lapse {
  readonly from: number;
  readonly until: number;
}

export interface WatchState {
  readonly at: number;
  readonly seen: Observation;
  /** The watch that was disarmed here: answers that still have it are late. */
  readonly dismissed: string | null;
  /** When the service last answered, or this began. */
  readonly answeredAt: number;
  /** When nothing was noticed, because the browser stopped this page; null once acknowledged. */
  readonly sleep: Lapse | null;
  /** Just after a sleep, what is old is not yet wrong. */
  readonly waking: Lapse | null;
  readonly silence: Lapse | null;
  readonly causes: Readonly<Record<Cause, Standing>>;
}

/** A link that comes back sooner was never lost. */
export const LOST_MS = 60_000;
export const SILENCE_MS = 600_000;
/** Browsers run a page in the background once a minute: after two, they have stopped it. */
export const SLEEP_MS = 120_000;

const CALM: Standing = { holds: false, latched: false };
const QUIET: WatchState["causes"] = { far: CALM, drag: CALM, ended: CALM, position: CALM, link: CALM };
const NOTHING: Observation = {
  ...{ watch: null, metres: null, positionAt: null, freshMs: 0 },
  ...{ inner: "none", outer: "none", silent: "none" },
};

/**
 * The state as the page opens.
 * @param lastAt when the page last watched, if the browser unloaded it during an armed watch
 */
export function beginningAt(at: number, lastAt: number | null): WatchState {
  return {
    ...{ at, seen: NOTHING, dismissed: null, answeredAt: at, waking: null, silence: null, causes: QUIET },
    sleep: lastAt !== null && at - lastAt >= SLEEP_MS ? { from: lastAt, until: at } : null,
  };
}

/** Whether an instant is within a lapse. One that began in the future ended by a jump of the clock. */
function isWithin(lapse: Lapse | null, at: number): boolean {
  return lapse !== null && lapse.from <= at && at < lapse.until;
}

/** Outside a ring; back inside only well within it, as the service has it. */
function isOutside(metres: number | null, radius: number, before: boolean): boolean {
  if (metres === null) return before;
  return metres > (before ? radius - Math.min(10, radius / 10) : radius);
}

function isOld({ seen, at, waking, causes }: WatchState): boolean {
  if (isWithin(waking, at)) return causes.position.holds;
  return seen.positionAt === null || Math.abs(at - seen.positionAt) > seen.freshMs;
}

function holdsIn(state: WatchState): Record<Exclude<Cause, "ended">, boolean> {
  const { seen, at, answeredAt, causes } = state;
  const { watch, metres } = seen;
  if (watch === null) return { far: false, drag: false, position: false, link: false };
  return {
    far: isOutside(metres, watch.radius * OUTER, causes.far.holds) || seen.outer !== "none",
    drag: isOutside(metres, watch.radius, causes.drag.holds) || seen.inner !== "none",
    position: isOld(state) || seen.silent !== "none",
    link: at - answeredAt >= LOST_MS,
  };
}

/** Latches what begins. A new alarm ends the silence of an earlier one. */
function evaluated(state: WatchState): WatchState {
  const holds = holdsIn(state);
  let { silence } = state;
  const next = { ...state.causes };
  for (const cause of ["far", "drag", "position", "link"] as const) {
    const before = state.causes[cause];
    const begins = holds[cause] && !before.holds;
    if (begins) silence = null;
    next[cause] = { holds: holds[cause], latched: before.latched || begins };
  }
  // Answered on another device.
  const { inner, outer, silent } = state.seen;
  if (inner === "acknowledged") next.drag = { ...next.drag, latched: false };
  if (outer === "acknowledged") next.far = { ...next.far, latched: false };
  if (silent === "acknowledged") next.position = { ...next.position, latched: false };
  return { ...state, silence, causes: next };
}

function observed(state: WatchState, answer: Observation): WatchState {
  const isLate = answer.watch !== null && answer.watch.key === state.dismissed;
  const seen = isLate ? { ...answer, watch: null } : answer;
  const before = state.seen.watch;
  const { watch } = seen;
  if (watch === null && before !== null) {
    // Not from here: the boat may have gone too far and too fast for a drag.
    const ended = { holds: false, latched: true };
    return evaluated({ ...state, seen, silence: null, causes: { ...state.causes, ended } });
  }
  // Who arms it, or sets it again, has seen what was wrong.
  const isNew = watch !== null && watch.key !== before?.key;
  const causes = isNew ? { ...state.causes, far: CALM, drag: CALM, ended: CALM } : state.causes;
  return evaluated({ ...state, seen, causes });
}

function answered(causes: WatchState["causes"]): WatchState["causes"] {
  const quiet = (cause: Cause): Standing => ({ ...causes[cause], latched: false });
  return {
    ...{ far: quiet("far"), drag: quiet("drag"), ended: quiet("ended") },
    ...{ position: quiet("position"), link: quiet("link") },
  };
}

/** Moves the time on. Clocks may jump, and browsers stop pages that are not looked at. */
function later(before: WatchState, at: number): WatchState {
  const answeredAt = Math.min(before.answeredAt, at);
  if (at - before.at < SLEEP_MS) return { ...before, at, answeredAt };
  const from = before.sleep?.from ?? before.at;
  return {
    ...{ ...before, at, answeredAt: at, waking: { from: at, until: at + LOST_MS } },
    sleep: before.seen.watch === null ? before.sleep : { from, until: at },
  };
}

/** The state after an event. */
export function nextWatch(before: WatchState, event: WatchEvent): WatchState {
  const state = later(before, event.at);
  const { at } = state;
  switch (event.kind) {
    case "observed":
      return observed(state, event.seen);
    case "tick": {
      const answeredAt = Math.min(at, Math.max(state.answeredAt, event.answeredAt ?? 0));
      return evaluated({ ...state, answeredAt });
    }
    case "acknowledged":
      return { ...state, sleep: null, causes: answered(state.causes) };
    case "silenced":
      return { ...state, silence: { from: at, until: at + SILENCE_MS } };
    case "disarmed":
      return {
        ...{ ...state, dismissed: state.seen.watch?.key ?? state.dismissed, silence: null, sleep: null },
        ...{ seen: { ...state.seen, watch: null }, causes: QUIET },
      };
  }
}

/** The alarms that are unanswered, worst first. */
export function standingIn({ causes }: WatchState): readonly Cause[] {
  return CAUSES.filter((cause) => causes[cause].latched);
}

/** Whether there is anything to acknowledge. */
export function isCalm(state: WatchState): boolean {
  return standingIn(state).length === 0 && state.sleep === null;
}

/** Whether the alarm sounds. */
export function soundsIn(state: WatchState): boolean {
  return standingIn(state).length > 0 && !isWithin(state.silence, state.at);
}
