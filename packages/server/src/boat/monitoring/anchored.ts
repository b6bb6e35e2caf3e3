/** A boat at anchor: the automatic drag check, and when to end an anchor watch. */
import { fastDistanceM } from "@wakelog/kit/geo/distance.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { PlaceRule, Watched } from "./rule.ts";
import type { Disc, WatchState } from "./state.ts";

/** The open stay at anchor, from the logbook. */
export interface AnchoredStay {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres; null if not yet known. */
  readonly radius: number | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly arrived: number;
}

/** Do not learn a disc before this: chain is still being paid out. */
const LEARNING_MS = 20 * MINUTE;
/** Margin around the observed swing, metres. */
const MARGIN_M = 30;
/** The user did not request this alarm, so the boat must be outside this long. */
const OUTSIDE_MS = 3 * MINUTE;
/** The boat has certainly sailed away when it is this far from its anchor, metres… */
const AWAY_M = 926;
/** …at this average speed: no anchor drags so fast for so long. */
const AWAY_MPS = 2 * KNOT_MPS;

/** The rule for a stay's own disc, learned before the rows that it judges. */
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
 * The disc to watch, learned before the boat may have begun to leave it. Null if not yet learned.
 * @param stay the stay before the rows to judge
 * @param since time of the first of those rows
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
 * @param underWay start of the open log; null if there is none
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
