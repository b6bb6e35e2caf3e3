/** The address of every page, in one place: routes, links and `navigate` take them from here. */

export const NOW_PATH = "/";
/** The first steps of a new user. */
export const START_PATH = "/start";
export const LOGS_PATH = "/logs";
/** Every track on one map. */
export const TRACKS_PATH = "/logs/map";
export const REVIEW_PATH = "/review";
export const STAYS_PATH = "/stays";
export const MOORAGES_PATH = "/moorages";
export const MONITORING_PATH = "/monitoring";
/** Messages about an alert lead here, with `?acknowledge=` and its number. */
export const ALERTS_PATH = "/alerts";
export const STATISTICS_PATH = "/statistics";
export const TIMELAPSE_PATH = "/timelapse";
export const EVENTS_PATH = "/events";
export const IMPORT_PATH = "/import";
export const SETTINGS_PATH = "/settings";
/** Where the push service sends people when they decline. */
export const PROFILE_PATH = "/profile";
export const BOAT_PATH = "/boat";
export const VERIFY_PATH = "/verify";
export const SIGN_IN_PATH = "/sign-in";
/** The sign-in page after choosing a new password. */
export const NEW_PASSWORD_SIGN_IN_PATH = `${SIGN_IN_PATH}?password=new`;
export const SIGN_UP_PATH = "/sign-up";
export const RECOVER_PATH = "/recover";
export const RESET_PASSWORD_PATH = "/reset-password";
export const PUSH_PATH = "/push";

/** A row's number; or the word that stands for it in a route. */
type Id = number | "$id";

/** The page of one log. */
export function logPath(id: Id): string {
  return `/log/${id}`;
}

/** The page of one stay. */
export function stayPath(id: Id): string {
  return `/stay/${id}`;
}

/** The page of one moorage. */
export function mooragePath(id: Id): string {
  return `/moorage/${id}`;
}

/** The public page of a boat, by its public name. */
export function publicBoatPath(boat: string): string {
  return `/p/${boat === "$boat" ? boat : encodeURIComponent(boat)}`;
}

/** The public page of one log of a boat. */
export function publicLogPath(boat: string, id: Id): string {
  return `${publicBoatPath(boat)}/log/${id}`;
}

/** The sign-in page, which leads on to the requested page. */
export function signInPath(next: string): string {
  return next === NOW_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`;
}
