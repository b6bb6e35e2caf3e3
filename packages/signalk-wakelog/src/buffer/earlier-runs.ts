/** Runs that never knew the time are dated to end where the next one begins. */
import type { RowBuffer } from "./row-buffer.ts";

/** Dates the runs before the present one, whose time is known, newest first. */
export function dateEarlierRuns(buffer: RowBuffer): void {
  const { dating, shelf } = buffer;
  const last = new Map<string, number>();
  for (const { entries } of shelf.segments) {
    for (const { run, mono } of entries) last.set(run, Math.max(mono, last.get(run) ?? 0));
  }
  for (const [earlier, next] of dating.before(buffer.run)) {
    const end = last.get(earlier.run);
    if (end === undefined || dating.isSettled(earlier.run)) continue;
    buffer.correct(earlier.run, Math.round(dating.beginning(next) - end), { known: false, doubt: true });
  }
}
