/**
 * The evaluator: rows in, alerts out. Pure, without clock or database: the same rows in the same order give the same
 * alerts, whatever the batches.
 */
import { fastDistanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { metresOutside } from "./area.ts";
import type { WatchedRow } from "./monitored.ts";
import {
  FRESH_MS,
  type PlaceRule,
  type PressureRule,
  type Rule,
  type SilenceRule,
  type ValueRule,
  type Watched,
} from "./rule.ts";
import { QUIET, type RuleState, slotOf, type WatchedFix, type WatchState } from "./state.ts";

/** A row and its arrival time, by the server's clock. */
export interface Sample {
  readonly row: WatchedRow;
  readonly arrived: number;
}

/** What raised an alert. */
export interface Raised {
  readonly rule: Rule;
  /** Time of the row in which the condition began. */
  readonly since: number;
  /** From the row that raised it; null for a silence. Distances are in metres. */
  readonly value: number | null;
  readonly threshold: number | null;
  readonly at: Position | null;
}

/** A change to the alerts. */
export type Move =
  | { readonly raise: Raised }
  | { readonly clear: { readonly rule: Pick<Rule, "id" | "kind">; readonly at: number } };

/** The next state and the alert changes. */
export interface Step {
  readonly state: WatchState;
  readonly moves: readonly Move[];
}

/** GPS noise, metres. */
const FIX_NOISE_M = 15;
/** No dragging boat is faster, metres per second: fixes beyond this are receiver faults. */
const REACH_MPS = 20;
/** Consecutive fixes outside that count as dragging. */
const OUTSIDE_FIXES = 2;
/** A faster boat is sailing, not dragging. */
const DRAG_MPS = 1.5 * KNOT_MPS;
/** Length of a pressure span. */
const PRESSURE_SPAN_MS = 10 * MINUTE;
/** Spans over which pressures are compared: three hours. */
const PRESSURE_SPANS = 18;

const NONE: readonly Move[] = [];

/** Judges one row. Moves are in the order of the rules. */
export function step(state: WatchState, sample: Sample, watched: Watched): Step {
  const { row, arrived } = sample;
  if (row.time > arrived + FRESH_MS) return { state, moves: NONE };
  const isFresh = row.time >= arrived - FRESH_MS;
  const noted = isFresh ? state : withBacklog(state, row.time, arrived);
  if (state.time !== null && row.time <= state.time) return { state: noted, moves: NONE };
  const before = noted.fix;
  const fix = fixOf(row);
  const isNear = fix !== null && (before === null || isWithinReach(before, fix));
  const pressure = watched.pressure?.(row) ?? null;
  const pressures = pressure === null ? noted.pressures : withPressure(noted.pressures, row.time, pressure);
  const moves: Move[] = [];
  const rules: Record<string, RuleState> = {};
  for (const rule of watched.rules) {
    const slot = slotOf(rule);
    const known = noted.rules[slot] ?? QUIET;
    const next = judge(rule, known, { row, fix, isNear, isFresh, arrived, pressures, pressure }, moves);
    if (next !== QUIET) rules[slot] = next;
  }
  return { state: { ...noted, time: row.time, fix: fix ?? before, rules, pressures }, moves };
}

/** A row prepared for the rules. */
interface Seen extends Sample {
  readonly fix: WatchedFix | null;
  /** Whether the boat can have come here from the previous fix. */
  readonly isNear: boolean;
  readonly isFresh: boolean;
  readonly pressures: WatchState["pressures"];
  /** Pascal; null if the row has none, or no rule needs it. */
  readonly pressure: number | null;
}

function judge(rule: Rule, known: RuleState, seen: Seen, moves: Move[]): RuleState {
  switch (rule.kind) {
    case "offline":
      return known;
    case "silent":
      return judgeSilence(rule, known, seen, moves);
    case "drag":
    case "leave":
    case "enter":
      return seen.fix === null ? known : judgePlace(rule, known, seen, seen.fix, moves);
    default: {
      const value = rule.reading === "pressure-change" ? pressureChange(seen) : rule.reading(seen.row);
      return value === null ? known : judgeValue(rule, known, seen, value, moves);
    }
  }
}

function judgeValue(
  rule: ValueRule | PressureRule,
  known: RuleState,
  seen: Seen,
  value: number,
  moves: Move[],
): RuleState {
  const { low, high, hysteresis } = rule;
  const isPast = value < low || value > high;
  const isBack = !isPast && value >= low + hysteresis && value <= high - hysteresis;
  const threshold = value < low ? low : high;
  return settle(rule, known, seen, { isPast, isBack, outside: 0, value, threshold }, moves);
}

function judgePlace(
  rule: PlaceRule,
  known: RuleState,
  seen: Seen,
  fix: WatchedFix,
  moves: Move[],
): RuleState {
  const metres = metresOutside(rule.area, fix);
  const beyond = rule.kind === "enter" ? -metres : metres;
  const isOut = rule.kind === "enter" ? beyond >= 0 : beyond > 0;
  const isBack = !isOut && beyond <= -rule.hysteresis;
  const isDrag = rule.kind === "drag";
  // Ignore a fix out of nowhere.
  const outside = isDrag && isOut && seen.isNear ? Math.min(known.outside + 1, OUTSIDE_FIXES) : 0;
  const isPast = isOut && (!isDrag || outside > 0);
  const threshold = rule.area.type === "Point" ? rule.area.radius : null;
  const value = threshold === null ? Math.abs(metres) : metres + threshold;
  const found = { isPast, isBack, outside, value, threshold };
  if (rule.slowOnly && isPast && known.since !== null && isFast(known.since, fix, metres)) {
    return settle(rule, known, seen, { ...found, isPast: false, outside: 0 }, moves);
  }
  return settle(rule, known, seen, found, moves);
}

/** Whether the boat left the area faster than an anchor drags. */
function isFast(since: number, fix: WatchedFix, metres: number): boolean {
  const seconds = (fix.time - since) / 1000;
  return seconds > 0 && metres > DRAG_MPS * seconds + 2 * FIX_NOISE_M;
}

interface Found {
  /** Whether the condition holds. */
  readonly isPast: boolean;
  /** Whether it has ended, by more than the hysteresis. */
  readonly isBack: boolean;
  readonly outside: number;
  readonly value: number;
  readonly threshold: number | null;
}

/** Updates a rule's state from a row. */
function settle(
  rule: ValueRule | PressureRule | PlaceRule,
  known: RuleState,
  { row, isFresh, fix }: Seen,
  found: Found,
  moves: Move[],
): RuleState {
  const { outside, value, threshold } = found;
  if (!found.isPast) {
    if (known.raised && found.isBack && isFresh) {
      moves.push({ clear: { rule, at: row.time } });
      return QUIET;
    }
    return known.raised ? { ...QUIET, raised: true } : QUIET;
  }
  // Late rows from before the rule was made do not count.
  if (!isFresh && row.time < rule.since) return known;
  const since = known.since ?? row.time;
  const holds = row.time - since >= rule.after && (rule.kind !== "drag" || outside >= OUTSIDE_FIXES);
  if (!known.raised && holds && isFresh) {
    moves.push({ raise: { rule, since, value, threshold, at: fix } });
    return { ...known, since, outside, raised: true };
  }
  return known.since === since && known.outside === outside ? known : { ...known, since, outside };
}

function judgeSilence(
  rule: SilenceRule,
  known: RuleState,
  { row, fix, isFresh, arrived }: Seen,
  moves: Move[],
): RuleState {
  const isThere = rule.reading === null ? fix !== null : rule.reading(row) !== null;
  if (!isThere || !isFresh) return known;
  if (known.raised) moves.push({ clear: { rule, at: row.time } });
  return { ...QUIET, heard: Math.min(row.time, arrived) };
}

function fixOf({ time, latitude, longitude }: WatchedRow): WatchedFix | null {
  return latitude === null || longitude === null ? null : { time, latitude, longitude };
}

function isWithinReach(before: WatchedFix, fix: WatchedFix): boolean {
  return fastDistanceM(before, fix) < (REACH_MPS * (fix.time - before.time)) / 1000;
}

function withBacklog(state: WatchState, time: number, arrived: number): WatchState {
  const { backlog } = state;
  const from = Math.min(backlog?.from ?? time, time);
  const to = Math.max(backlog?.to ?? time, time);
  return { ...state, backlog: { from, to, arrived } };
}

/** The highest pressure of each span of the last three hours, including a new row. */
function withPressure(known: WatchState["pressures"], time: number, value: number): WatchState["pressures"] {
  const span = Math.floor(time / PRESSURE_SPAN_MS);
  const kept = known.filter(([at]) => at >= span - PRESSURE_SPANS && at < span);
  const same = known.find(([at]) => at === span);
  return [...kept, [span, Math.max(value, same?.[1] ?? value)]];
}

/** Pressure relative to its three-hour maximum, pascal; never positive. */
function pressureChange({ pressure, pressures }: Seen): number | null {
  return pressure === null ? null : pressure - Math.max(...pressures.map(([, highest]) => highest));
}
