/** The address of every page, in one place: routes, links and `navigate` take them from here. */

export const NOW_PATH = "/";
export const LOGS_PATH = "/logs";
export const STAYS_PATH = "/stays";
export const MOORAGES_PATH = "/moorages";
export const SETTINGS_PATH = "/settings";
/** Where the push service sends people when they decline. */
export const PROFILE_PATH = "/profile";
export const BOAT_PATH = "/boat";
export const VERIFY_PATH = "/verify";
export const SIGN_IN_PATH = "/sign-in";
/** The sign-in page for somebody who has just chosen a new password. */
export const NEW_PASSWORD_SIGN_IN_PATH = `${SIGN_IN_PATH}?password=new`;
export const SIGN_UP_PATH = "/sign-up";
export const RECOVER_PATH = "/recover";
export const RESET_PASSWORD_PATH = "/reset-password";
export const PUSH_PATH = "/push";

/** The page of one log. */
export function logPath(id: number): string {
  return `/log/${id}`;
}

/** The page of one moorage. */
export function mooragePath(id: number): string {
  return `/moorage/${id}`;
}

/** The sign-in page, which leads on to the page that somebody asked for. */
export function signInPath(next: string): string {
  return next === NOW_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`;
}

/** A page's address, or how it follows from an id. */
export type Path = string | ((id: number) => string);

/** The id in a pathname if it is this path's, 0 if the path has no id; null if the pathname is another page's. */
export function matchPath(path: Path, pathname: string): number | null {
  if (typeof path === "string") return path === pathname ? 0 : null;
  const id = Number(/\d+$/.exec(pathname)?.[0] ?? Number.NaN);
  return Number.isSafeInteger(id) && path(id) === pathname ? id : null;
}
