import { callForNothing } from "../request.ts";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Arms the anchor watch at the boat's position or at a place; the radius is in metres, null for the learned one. */
export function armAnchorWatch(radius: number | null, place: Place | null): Promise<void> {
  return callForNothing("anchor_watch_fn", { ...(radius === null ? {} : { radius }), ...place });
}

/** Disarms the anchor watch. */
export function disarmAnchorWatch(): Promise<void> {
  return callForNothing("anchor_watch_off_fn", {});
}
