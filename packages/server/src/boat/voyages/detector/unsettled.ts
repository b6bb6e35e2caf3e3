/** The detector's current view of the unsettled time. */
import { arrive, continuesVoyage, isReportedDrag } from "./arrival.ts";
import { endLeg } from "./closing.ts";
import { isMoving } from "./fixes/point.ts";
import { awaited } from "./fixes/sieve.ts";
import type { Interval } from "./intervals/interval.ts";
import { legInterval, stayInterval } from "./intervals/interval-of.ts";
import { goTo } from "./intervals/stretches.ts";
import { diverted, endDetour } from "./silence/detour.ts";
import { decideSilence } from "./silence/silence.ts";
import type { Away, DetectorState, Emit, Stay } from "./state.ts";
import type { DetectorSettings } from "./thresholds.ts";
import { count } from "./transitions.ts";
import { restReported } from "./under-way.ts";

/**
 * The unsettled intervals of a state, which is modified: pass a copy.
 * @param isOver whether no further fix is expected, so that a boat under way has ended its leg
 */
export function intervalsNow(
  now: DetectorState,
  settings: DetectorSettings,
  isOver: boolean,
): readonly Interval[] {
  const intervals: Interval[] = [];
  const shown = (interval: Interval) => void intervals.push(interval);
  const emit = diverted(now, shown);
  for (const point of awaited(now.sieve, settings)) count(now, point, settings, shown);
  decideSilence(now, settings, emit, null);
  const reported = now.away === null ? null : restReported(now.away, settings);
  if (now.away !== null && reported !== null) arrive(now, now.away, reported, "reported", settings, emit);
  endDetour(now, shown);
  if (now.away !== null && isUnderWay(now.stay, now.away, settings)) {
    if (isOver) endLeg(now, now.away, settings, emit);
    else openLeg(now, now.stay, now.away, settings, emit);
  } else if (now.stay !== null) emit(stayInterval(now.stay, null));
  return intervals;
}

/** A leg is shown only once the boat is clear of the stay's disc; until then it may turn back. */
function isUnderWay(stay: Stay | null, away: Away, settings: DetectorSettings): boolean {
  if (stay === null) return true;
  if (away.farthestM <= settings.minTripM) return false;
  const newest = away.buffer.at(-1) ?? away.last;
  if (isReportedDrag(away, newest.t, settings)) return false;
  return away.outside >= 2 || away.blind !== null || isMoving(newest.status);
}

function openLeg(
  state: DetectorState,
  stay: Stay | null,
  away: Away,
  settings: DetectorSettings,
  emit: Emit,
): void {
  if (stay !== null) emit(stayInterval(stay, away.from));
  for (const p of away.buffer) goTo(away, p, settings);
  emit(legInterval(away, null, null, continuesVoyage(stay, away, settings)));
  state.away = null;
}
