import { type ApiProblem, SESSION_ENDED, VESSEL_REQUIRED } from "../api/problem.ts";
import { navigate } from "../routing/location.ts";
import { BOAT_PATH, PROFILE_PATH, SETTINGS_PATH, START_PATH, VERIFY_PATH } from "../routing/paths.ts";
import { forgetBoat } from "../session/known-boat.ts";
import { endSession } from "../session/token.ts";

/** Pages about the user, shown before there is a boat although the surrounding frame needs one. */
const BOATLESS: readonly string[] = [VERIFY_PATH, SETTINGS_PATH, PROFILE_PATH, START_PATH, BOAT_PATH];

/** Handles a problem globally: 401 leads to sign-in, 551 to the first steps. */
export function followProblem(problem: ApiProblem): void {
  if (problem.status === 401) endSession(problem.code === SESSION_ENDED ? "ended" : "expired");
  if (problem.status === VESSEL_REQUIRED) forgetBoat();
  if (problem.status === VESSEL_REQUIRED && !BOATLESS.includes(window.location.pathname)) {
    navigate(START_PATH, "replace");
  }
}
