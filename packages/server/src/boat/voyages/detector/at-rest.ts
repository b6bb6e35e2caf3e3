/** At rest: the disc grows with the boat's movement; leaving it takes more than one fix. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { type Disc, discAt, growDisc } from "./fixes/disc.ts";
import { isMoving, type Point, speedKnots } from "./fixes/point.ts";
import { recordBegins } from "./intervals/reasons.ts";
import type { Boundary, Stay } from "./state.ts";
import type { DetectorSettings } from "./thresholds.ts";

const DRIFT_MS = 6 * MINUTE;
const MOST_RECENT = 24;
const MOST_FIXES = 1000;

/** A stay that begins with these fixes, all at rest. */
export function newStay(
  from: Boundary,
  disc: Disc,
  points: readonly Point[],
  settings: DetectorSettings,
): Stay {
  const stay: Stay = {
    from,
    disc: { ...disc, r: Math.max(disc.r, settings.minDiscRadiusM) },
    fixes: 0,
    anchored: 0,
    moored: 0,
    afterLeg: false,
    returned: false,
    known: false,
    events: [],
    recent: [],
    outside: 0,
    tentative: false,
  };
  for (const point of points) note(stay, point);
  return stay;
}

/** The stay of the first fix, or of the first after a silence: void if the boat proves to be under way. */
export function tentativeStay(point: Point, settings: DetectorSettings): Stay {
  const from = { at: point.t, reason: recordBegins, confidence: 0.9 };
  return { ...newStay(from, discAt(point), [point], settings), tentative: true };
}

/** Records a fix at rest: its report counts for the type of the stay, and the newest fixes date the departure. */
export function note(stay: Stay, point: Point): void {
  stay.fixes = Math.min(MOST_FIXES, stay.fixes + 1);
  if (point.status === "anchored") stay.anchored = Math.min(MOST_FIXES, stay.anchored + 1);
  if (point.status === "moored") stay.moored = Math.min(MOST_FIXES, stay.moored + 1);
  keep(stay, point);
}

function keep(stay: Stay, point: Point): void {
  stay.recent.push(point);
  if (stay.recent.length > MOST_RECENT) stay.recent.shift();
}

/** Takes one more fix while at rest. @returns whether the boat has left its disc */
export function stepStay(stay: Stay, point: Point, settings: DetectorSettings): boolean {
  const before = stay.recent.at(-1);
  const d = chordM(stay.disc, point);
  if (d <= stay.disc.r + settings.leaveMarginM) {
    // One fix beyond the edge is noise; two in a row mean that the boat lies in a new spot.
    if (d > stay.disc.r && before !== undefined && chordM(stay.disc, before) > stay.disc.r) {
      const grown = growDisc(stay.disc, chordM(stay.disc, before) < d ? before : point);
      const lies = drift(stay, point) <= settings.movingKnots / 2;
      if (lies && grown.r <= settings.maxDiscRadiusM) stay.disc = grown;
    }
    stay.outside = 0;
    note(stay, point);
    return false;
  }
  stay.outside += 1;
  keep(stay, point);
  const reported = isMoving(point.status) && !isMoving(before?.status ?? null);
  const clear = d > stay.disc.r + settings.minTripM;
  return stay.outside >= 2 || (reported && clear);
}

/** Speed made good over the newest minutes, in knots: the disc must not follow a boat that creeps away. */
function drift(stay: Stay, point: Point): number {
  const from = stay.recent.find((p) => point.t - p.t <= DRIFT_MS) ?? stay.recent.at(-1);
  return from === undefined ? 0 : speedKnots(from, point);
}
