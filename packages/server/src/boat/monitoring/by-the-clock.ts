/** What the evaluator finds without a row: silences and completed backlogs. Pure: the clock is an argument. */
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Rule, SilenceRule, Watched } from "./rule.ts";
import { QUIET, slotOf, type WatchState } from "./state.ts";
import type { Move } from "./step.ts";

/** A backlog is complete when no late row has arrived for this long. */
const BACKLOG_QUIET_MS = MINUTE;

/** The result of a clock check. */
export interface Tick {
  readonly state: WatchState;
  readonly moves: readonly Move[];
  /** First and last time of the late rows, once all have arrived. */
  readonly backlog: { readonly from: number; readonly to: number } | null;
}

/** Checks the clock. @param now milliseconds since 1970-01-01 UTC */
export function tick(state: WatchState, now: number, watched: Watched): Tick {
  const moves: Move[] = [];
  const rules = { ...state.rules };
  for (const rule of watched.rules) {
    if (rule.kind !== "silent" || isRaised(state, rule)) continue;
    const since = heardOf(state, rule);
    if (now - since < rule.after) continue;
    moves.push({ raise: { rule, since, value: null, threshold: null, at: state.fix } });
    rules[slotOf(rule)] = { ...(state.rules[slotOf(rule)] ?? QUIET), raised: true };
  }
  const { backlog } = state;
  const isIn = backlog !== null && now - backlog.arrived >= BACKLOG_QUIET_MS;
  return {
    state: { ...state, rules, backlog: isIn ? null : backlog },
    moves,
    backlog: isIn ? backlog : null,
  };
}

/** Time of the next check, milliseconds since 1970-01-01 UTC; null if only a row can change anything. */
export function dueOf(state: WatchState, watched: Watched): number | null {
  const dues = watched.rules.flatMap((rule) =>
    rule.kind === "silent" && !isRaised(state, rule) ? [heardOf(state, rule) + rule.after] : [],
  );
  if (state.backlog !== null) dues.push(state.backlog.arrived + BACKLOG_QUIET_MS);
  return dues.length === 0 ? null : Math.min(...dues);
}

function isRaised(state: WatchState, rule: Rule): boolean {
  return state.rules[slotOf(rule)]?.raised === true;
}

function heardOf(state: WatchState, rule: SilenceRule): number {
  return state.rules[slotOf(rule)]?.heard ?? rule.heard;
}
