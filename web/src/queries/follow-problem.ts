import { type ApiProblem, VESSEL_REQUIRED } from "../api/problem.ts";
import { navigate } from "../routing/location.ts";
import { BOAT_PATH, PROFILE_PATH, SETTINGS_PATH, VERIFY_PATH } from "../routing/paths.ts";
import { endSession } from "../session/token.ts";

/** Pages about the person, who may read them before there is a boat; the frame around them asks for it all the same. */
const BOATLESS: readonly string[] = [VERIFY_PATH, SETTINGS_PATH, PROFILE_PATH];

/** What the dashboard does on its own about a problem: 401 leads to sign-in, 551 to the boat's registration. */
export function followProblem(problem: ApiProblem): void {
  if (problem.status === 401) endSession("expired");
  if (problem.status === VESSEL_REQUIRED && !BOATLESS.includes(window.location.pathname)) {
    navigate(BOAT_PATH, "replace");
  }
}
