/**
 * The state of the night watch: what it saw, and which alarms stand. An alarm latches: it stands until it is answered,
 * even if its cause ends. Pure, so that any order of events can be tried.
 */

import { OUTER } from "../../features/alerts/anchor-watch.ts";

/** Reasons for an alarm, worst first: outside the outer ring, outside the inner one, watch ended, position, link. */
export const CAUSES = ["far", "drag", "ended", "position", "link"] as const;
export type Cause = (typeof CAUSES)[number];

/** The service's alert of a ring. */
export type RingAlert = "none" | "raised" | "acknowledged";

/** What the service answered. Times are milliseconds since 1970, by this device's clock. */
export interface Observation {
  /** The armed watch; the key differs after each arming. Null if none is armed. */
  readonly watch: { readonly key: string; readonly radius: number } | null;
  /** From the anchor; null without a position. */
  readonly metres: number | null;
  readonly positionAt: number | null;
  readonly inner: RingAlert;
  readonly outer: RingAlert;
}

export type WatchEvent = { readonly at: number } & (
  | { readonly kind: "observed"; readonly seen: Observation }
  | { readonly kind: "link"; readonly up: boolean }
  | { readonly kind: "tick" }
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

export interface WatchState {
  readonly at: number;
  readonly seen: Observation;
  /** The watch that was disarmed here: answers that still have it are late. */
  readonly dismissed: string | null;
  readonly downSince: number | null;
  readonly silence: { readonly from: number; readonly until: number } | null;
  readonly causes: Readonly<Record<Cause, Standing>>;
}

/** Boats at rest send a row every five minutes. */
export const OLD_MS = 600_000;
/** A link that comes back sooner was never lost. */
export const LOST_MS = 60_000;
export const SILENCE_MS = 600_000;

const CALM: Standing = { holds: false, latched: false };
const QUIET: WatchState["causes"] = { far: CALM, drag: CALM, ended: CALM, position: CALM, link: CALM };
const NOTHING: Observation = { watch: null, metres: null, positionAt: null, inner: "none", outer: "none" };

export const BEGINNING: WatchState = {
  ...{ at: 0, seen: NOTHING, dismissed: null, downSince: null, silence: null },
  causes: QUIET,
};

/** Outside a ring; back inside only well within it, as the service has it. */
function isOutside(metres: number | null, radius: number, before: boolean): boolean {
  if (metres === null) return before;
  return metres > (before ? radius - Math.min(10, radius / 10) : radius);
}

function holdsIn(state: WatchState): Record<Exclude<Cause, "ended">, boolean> {
  const { seen, at, downSince, causes } = state;
  const { watch, metres, positionAt } = seen;
  if (watch === null) return { far: false, drag: false, position: false, link: false };
  return {
    far: isOutside(metres, watch.radius * OUTER, causes.far.holds) || seen.outer !== "none",
    drag: isOutside(metres, watch.radius, causes.drag.holds) || seen.inner !== "none",
    position: positionAt === null || Math.abs(at - positionAt) > OLD_MS,
    link: downSince !== null && at - downSince >= LOST_MS,
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
  if (state.seen.inner === "acknowledged") next.drag = { ...next.drag, latched: false };
  if (state.seen.outer === "acknowledged") next.far = { ...next.far, latched: false };
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

/** The state after an event. Clocks may jump. */
export function nextWatch(before: WatchState, event: WatchEvent): WatchState {
  const { at } = event;
  const downSince = before.downSince === null ? null : Math.min(before.downSince, at);
  const state: WatchState = { ...before, at, downSince };
  switch (event.kind) {
    case "observed":
      return observed(state, event.seen);
    case "link":
      return evaluated({ ...state, downSince: event.up ? null : (downSince ?? at) });
    case "tick":
      return evaluated(state);
    case "acknowledged":
      return { ...state, causes: answered(state.causes) };
    case "silenced":
      return { ...state, silence: { from: at, until: at + SILENCE_MS } };
    case "disarmed":
      return {
        ...{ ...state, dismissed: state.seen.watch?.key ?? state.dismissed, silence: null },
        ...{ seen: { ...state.seen, watch: null }, causes: QUIET },
      };
  }
}

/** The alarms that are unanswered, worst first. */
export function standingIn({ causes }: WatchState): readonly Cause[] {
  return CAUSES.filter((cause) => causes[cause].latched);
}

/** Whether the alarm sounds. A silence that began in the future ended by a jump of the clock. */
export function soundsIn(state: WatchState): boolean {
  const { silence, at } = state;
  const isSilent = silence !== null && silence.from <= at && at < silence.until;
  return standingIn(state).length > 0 && !isSilent;
}
