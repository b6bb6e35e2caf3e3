import type { Circle, Rule } from "../../api/alerts/rules.ts";

/** The armed anchor watch. */
export interface AnchorWatch {
  /** The rules of its rings, which its alerts name. */
  readonly ruleIds: readonly number[];
  /** The inner ring: its centre is the anchor. */
  readonly circle: Circle;
  readonly armed: Date | null;
}

/** The armed anchor watch; null if none is. */
export function anchorWatchOf(rules: readonly Rule[]): AnchorWatch | null {
  const rings = rules
    .flatMap(({ id, kind, circle, created }) =>
      kind === "drag" && circle !== null ? [{ id, circle, created }] : [],
    )
    .sort((a, b) => a.circle.radius - b.circle.radius);
  const [inner] = rings;
  return inner === undefined
    ? null
    : { ruleIds: rings.map(({ id }) => id), circle: inner.circle, armed: inner.created };
}
