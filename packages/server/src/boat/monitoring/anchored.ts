/** A boat at anchor: the place that is watched without being asked, and when an anchor watch has had its day. */
import { fastDistanceM } from "@wakelog/kit/geo/distance.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { PlaceRule, Watched } from "./rule.ts";
import type { Disc, WatchState } from "./state.ts";

/** A stay at anchor that is not over, as the logbook has it. */
export interface AnchoredStay {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres; null if it is not known yet. */
  readonly radius: number | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly arrived: number;
}

/** Before this a disc is not learned: chain is still being paid out. */
const LEARNING_MS = 20 * MINUTE;
/** A boat swings a little farther than it was seen to, metres. */
const MARGIN_M = 30;
/** Without an anchor watch this alarm was not requested: the boat must be outside this long. */
const OUTSIDE_MS = 3 * MINUTE;
/** A log is under way beyond doubt when the boat is this far from its anchor, metres… */
const AWAY_M = 926;
/** …and came there at this speed: no anchor drags so fast for so long. */
const AWAY_MPS = 2 * KNOT_MPS;

/** The rule that the stay's own disc is: of a disc that was learned before the rows that it judges. */
export function discRule(disc: Disc, stay: AnchoredStay): PlaceRule {
  return {
    id: 0,
    name: "Anchor drag",
    severity: "warn",
    key: null,
    since: stay.arrived,
    kind: "drag",
    area: { type: "Point", coordinates: [disc.longitude, disc.latitude], radius: disc.radius + MARGIN_M },
    hysteresis: MARGIN_M / 2,
    after: OUTSIDE_MS,
    slowOnly: true,
  };
}

/**
 * The disc that is watched: as it was learned before the boat perhaps began to leave it. Null if it is not learned yet.
 * @param stay as it was before the rows to judge
 * @param since the time of the first of them
 */
export function learnedDisc(
  { disc, rules }: WatchState,
  stay: AnchoredStay | null,
  since: number,
): Disc | null {
  if (stay === null || stay.radius === null) return null;
  const isLeaving = rules.drag !== undefined && (rules.drag.raised || rules.drag.since !== null);
  if (disc !== null && disc.stay === stay.id && isLeaving) return disc;
  if (since - stay.arrived < LEARNING_MS) return null;
  return { stay: stay.id, latitude: stay.latitude, longitude: stay.longitude, radius: stay.radius };
}

/**
 * Whether the boat has sailed away from the place of its anchor watch.
 * @param underWay since when there is a log that is not over; null if there is none
 */
export function isSailedAway(watched: Watched, state: WatchState, underWay: number | null): boolean {
  const { armedSince } = watched;
  const { fix } = state;
  if (armedSince === null || underWay === null || fix === null || underWay <= armedSince) return false;
  const ring = watched.rules.find((rule) => rule.kind === "drag" && rule.id !== 0);
  if (ring?.kind !== "drag" || ring.area.type !== "Point") return false;
  const [longitude, latitude] = ring.area.coordinates;
  const metres = fastDistanceM({ latitude, longitude }, fix);
  return metres - ring.area.radius >= AWAY_M && metres >= (AWAY_MPS * (fix.time - underWay)) / 1000;
}
