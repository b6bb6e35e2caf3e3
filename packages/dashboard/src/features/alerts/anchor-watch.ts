import type { Circle, Rule } from "../../api/alerts/rules.ts";
import { metresBetween } from "../../map/boat/sphere.ts";

/** Limits of the inner ring's radius, and the radius if the swing is unknown, in metres. */
export const LEAST_METRES = 10;
export const MOST_METRES = 300;
const USUAL_METRES = 50;
/** The service learns no smaller radius, and none from a stay farther away. */
const [LEAST_LEARNED, MOST_AWAY] = [25, 500];
/** The step of the sliders. */
export const STEP_METRES = 5;
/** The outer ring, in radii of the inner one, as the service arms it. */
export const OUTER = 1.5;

/** The key of the service's alert that the anchor watch has no position; it has no rule. */
export const POSITION_KEY = "navigation.position";

/** The armed anchor watch. */
export interface AnchorWatch {
  /** The rules of its rings, which its alerts name. */
  readonly ruleIds: readonly number[];
  /** The inner ring: its centre is the anchor. */
  readonly circle: Circle;
  readonly armed: Date | null;
}

/** The rings of the armed anchor watch, from the inner one; none if none is armed. */
export function anchorRings(
  rules: readonly Rule[],
): readonly { readonly id: number; readonly circle: Circle; readonly created: Date | null }[] {
  return rules
    .flatMap(({ id, kind, circle, created }) =>
      kind === "drag" && circle !== null ? [{ id, circle, created }] : [],
    )
    .sort((a, b) => a.circle.radius - b.circle.radius);
}

/** The armed anchor watch; null if none is. */
export function anchorWatchOf(rules: readonly Rule[]): AnchorWatch | null {
  const rings = anchorRings(rules);
  const [inner] = rings;
  return inner === undefined
    ? null
    : { ruleIds: rings.map(({ id }) => id), circle: inner.circle, armed: inner.created };
}

/**
 * The radius for a watch around a place: as the boat has swung, rounded up to the sliders' step.
 * @param swung the disc in which she lay; null if unknown
 */
export function learnedRadius(swung: Circle | null, place: Pick<Circle, "latitude" | "longitude">): number {
  const away = swung === null ? Number.POSITIVE_INFINITY : metresBetween(swung, place);
  if (swung === null || swung.radius === 0 || away > MOST_AWAY) return USUAL_METRES;
  const metres = Math.max(LEAST_LEARNED, swung.radius + away);
  return Math.min(MOST_METRES, Math.ceil(metres / STEP_METRES) * STEP_METRES);
}
