import type { Circle, Rule } from "../../api/alerts/rules.ts";

/** Limits of the inner ring's radius, and the radius if the swing is unknown, in metres. */
export const LEAST_METRES = 10;
export const MOST_METRES = 300;
export const USUAL_METRES = 50;
/** The outer ring, in radii of the inner one, as the service arms it. */
export const OUTER = 1.5;

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
