/** All paths in one place, for routes, links and `navigate`. */

export const NOW_PATH = "/";
/** First steps of a new user. */
export const START_PATH = "/start";
export const LOGS_PATH = "/logs";
/** All tracks on one map. */
export const TRACKS_PATH = "/logs/map";
export const REVIEW_PATH = "/review";
export const STAYS_PATH = "/stays";
export const MOORAGES_PATH = "/moorages";
export const MONITORING_PATH = "/monitoring";
/** Alert messages link here, with `?acknowledge=` and the alert's id. */
export const ALERTS_PATH = "/alerts";
/** The anchor watch for the night. */
export const WATCH_PATH = "/watch";
export const STATISTICS_PATH = "/statistics";
export const TIMELAPSE_PATH = "/timelapse";
export const EVENTS_PATH = "/events";
export const IMPORT_PATH = "/import";
export const SETTINGS_PATH = "/settings";
/** Where the push service returns users who decline. */
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

/** A row's id, or its parameter in a route. */
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

/** The history of a measurement, by its key or name; over a day unless `hours` says otherwise. */
export function historyPath(key: string, hours?: number): string {
  const query = new URLSearchParams({ key, ...(hours === undefined ? {} : { hours: String(hours) }) });
  return `${MONITORING_PATH}?${query}`;
}

/** A boat's public page, by its public name. */
export function publicBoatPath(boat: string): string {
  return `/p/${boat === "$boat" ? boat : encodeURIComponent(boat)}`;
}

/** The public page of a boat's log. */
export function publicLogPath(boat: string, id: Id): string {
  return `${publicBoatPath(boat)}/log/${id}`;
}

/** The sign-in page, which continues to the requested page. */
export function signInPath(next: string): string {
  return next === NOW_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`;
}
