import { callForNothing } from "../request.ts";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Sets the anchor watch: where the boat is or at a place, with a radius in metres or the one that was learned. */
export function armAnchorWatch(radius: number | null, place: Place | null): Promise<void> {
  return callForNothing("anchor_watch_fn", { ...(radius === null ? {} : { radius }), ...place });
}

/** Ends the anchor watch. */
export function disarmAnchorWatch(): Promise<void> {
  return callForNothing("anchor_watch_off_fn", {});
}
