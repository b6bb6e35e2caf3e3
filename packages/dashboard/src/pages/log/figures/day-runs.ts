/** Computes the distance sailed in each 24 hours of a passage. Pure. */
import type { TrackPoint } from "../../../api/logs/track.ts";

const DAY_MS = 86_400_000;

/** The distance from noon to noon, as navigators count it; the first and last day are shorter. */
export interface DayRun {
  readonly from: Date;
  readonly to: Date;
  readonly miles: number;
}

/** Distance from the departure at an instant, interpolated between points, NM. */
function milesAt(track: readonly TrackPoint[], time: number): number {
  const next = track.findIndex((point) => point.time.getTime() >= time);
  const after = track[next === -1 ? track.length - 1 : next];
  const before = track[Math.max(0, (next === -1 ? track.length : next) - 1)];
  if (after === undefined || before === undefined) return 0;
  const span = after.time.getTime() - before.time.getTime();
  const share = span <= 0 ? 1 : Math.min(1, (time - before.time.getTime()) / span);
  return (before.milesNm ?? 0) + ((after.milesNm ?? 0) - (before.milesNm ?? 0)) * share;
}

/** The daily runs of a passage longer than a day, noon to noon UTC; none for a shorter one. */
export function dayRuns(track: readonly TrackPoint[]): readonly DayRun[] {
  const [first, last] = [track[0]?.time.getTime() ?? 0, track.at(-1)?.time.getTime() ?? 0];
  if (last - first <= DAY_MS) return [];
  const runs: DayRun[] = [];
  let from = first;
  while (from < last) {
    const noon = Math.floor((from - DAY_MS / 2) / DAY_MS) * DAY_MS + 1.5 * DAY_MS;
    const to = Math.min(last, noon);
    runs.push({ from: new Date(from), to: new Date(to), miles: milesAt(track, to) - milesAt(track, from) });
    from = to;
  }
  return runs;
}
