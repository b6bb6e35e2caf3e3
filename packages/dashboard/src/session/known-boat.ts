import { remember, remembered } from "../offline/remembered.ts";
import { lastEmail } from "./token.ts";

/** The account that has a boat, so that this is not checked again. */
const HAS_BOAT = "wakelog.has-boat";

/** Whether the signed-in user is known to have a boat, without a request. */
export function isBoatKnown(): boolean {
  return remembered(HAS_BOAT) === lastEmail();
}

/** Remembers that the signed-in user has a boat. */
export function rememberBoat(): void {
  remember(HAS_BOAT, lastEmail());
}

/** Has the next page that is loaded check again whether the user has a boat. */
export function forgetBoat(): void {
  remember(HAS_BOAT, null);
}
