/** Bytes of today, in all and by mode, and what the mode's budget leaves. */
import type { Mode } from "./protocol.ts";

/** What was spent on a day. */
export interface Spent {
  /** The day in UTC, as 2026-06-01. */
  readonly date: string;
  readonly sent: number;
  readonly received: number;
  /** Bytes both ways, by mode. */
  readonly modes: Readonly<Partial<Record<Mode, number>>>;
}

/** Nothing yet on a day. */
export function nothingSpent(time: number): Spent {
  return { date: new Date(time).toISOString().slice(0, 10), sent: 0, received: 0, modes: {} };
}

/** Adds what a request cost. A new day begins with nothing. */
export function spend(
  spent: Spent,
  time: number,
  mode: Mode,
  cost: { sent: number; received: number },
): Spent {
  const today = nothingSpent(time);
  const before = spent.date === today.date ? spent : today;
  return {
    date: today.date,
    sent: before.sent + cost.sent,
    received: before.received + cost.received,
    modes: { ...before.modes, [mode]: (before.modes[mode] ?? 0) + cost.sent + cost.received },
  };
}

/** What the budget of a mode leaves for today; infinite without one. */
export function left(
  spent: Spent,
  time: number,
  mode: Mode,
  budget: Readonly<Partial<Record<Mode, number | null>>>,
): number {
  const limit = budget[mode] ?? null;
  if (limit === null) return Number.POSITIVE_INFINITY;
  return limit - (spent.date === nothingSpent(time).date ? (spent.modes[mode] ?? 0) : 0);
}
