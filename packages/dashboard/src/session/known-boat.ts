import { remember, remembered } from "../offline/remembered.ts";
import { BOAT_KEY, lastEmail } from "./token.ts";

/** Whether the signed-in user is known to have a boat, without a request. */
export function isBoatKnown(): boolean {
  return remembered(BOAT_KEY) === lastEmail();
}

/** Remembers that the signed-in user has a boat. */
export function rememberBoat(): void {
  remember(BOAT_KEY, lastEmail());
}

/** Has the next page that is loaded check again whether the user has a boat. */
export function forgetBoat(): void {
  remember(BOAT_KEY, null);
}
