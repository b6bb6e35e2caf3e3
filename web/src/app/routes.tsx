import { lazy, type ReactNode } from "react";
import { PushPage } from "../pages/account/push-page.tsx";
import { RecoverPage } from "../pages/account/recover-page.tsx";
import { ResetPasswordPage } from "../pages/account/reset-password-page.tsx";
import { SignInPage } from "../pages/account/sign-in-page.tsx";
import { SignUpPage } from "../pages/account/sign-up-page.tsx";
import { VerifyPage } from "../pages/account/verify-page.tsx";
import { BoatPage } from "../pages/boat/boat-page.tsx";
import { LogsPage } from "../pages/logs/logs-page.tsx";
import { MooragesPage } from "../pages/moorages/moorages-page.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { NowPage } from "../pages/now/now-page.tsx";
import { SettingsPage } from "../pages/settings/settings-page.tsx";
import { StaysPage } from "../pages/stays/stays-page.tsx";
import {
  BOAT_PATH,
  LOGS_PATH,
  logPath,
  MOORAGES_PATH,
  matchPath,
  mooragePath,
  NOW_PATH,
  type Path,
  PROFILE_PATH,
  PUSH_PATH,
  RECOVER_PATH,
  RESET_PASSWORD_PATH,
  SETTINGS_PATH,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  STAYS_PATH,
  VERIFY_PATH,
} from "../routing/paths.ts";

const LogPage = lazy(() =>
  import("../pages/log/log-page.tsx").then((module) => ({ default: module.LogPage })),
);

/** One page of the dashboard. */
interface Route {
  readonly path: Path;
  /** Whether people who are not signed in may see it. */
  readonly open: boolean;
  readonly show: (id: number) => ReactNode;
}

/**
 * Every page. Others link to them too: exported files to `/log/N` and `/moorage/N`, mails to `/verify` and
 * `/reset-password`; the push service sends people back to `/push`, or to `/profile` if they declined.
 */
const ROUTES: readonly Route[] = [
  { path: NOW_PATH, open: false, show: () => <NowPage /> },
  { path: LOGS_PATH, open: false, show: () => <LogsPage /> },
  { path: logPath, open: false, show: (id) => <LogPage key={id} id={id} /> },
  { path: STAYS_PATH, open: false, show: () => <StaysPage /> },
  { path: MOORAGES_PATH, open: false, show: () => <MooragesPage selected={null} /> },
  { path: mooragePath, open: false, show: (id) => <MooragesPage selected={id} /> },
  { path: SETTINGS_PATH, open: false, show: () => <SettingsPage /> },
  { path: PROFILE_PATH, open: false, show: () => <SettingsPage /> },
  { path: BOAT_PATH, open: false, show: () => <BoatPage /> },
  { path: VERIFY_PATH, open: false, show: () => <VerifyPage /> },
  { path: SIGN_IN_PATH, open: true, show: () => <SignInPage /> },
  { path: SIGN_UP_PATH, open: true, show: () => <SignUpPage /> },
  { path: RECOVER_PATH, open: true, show: () => <RecoverPage /> },
  { path: RESET_PASSWORD_PATH, open: true, show: () => <ResetPasswordPage /> },
  { path: PUSH_PATH, open: true, show: () => <PushPage /> },
];

/** The page of an address. */
interface MatchedPage {
  readonly open: boolean;
  /** Whether it is shown without the navigation even to people who are signed in. */
  readonly alone: boolean;
  readonly page: ReactNode;
}

/** The page of a pathname; the not-found page if no route matches. */
export function routeOf(pathname: string): MatchedPage {
  for (const route of ROUTES) {
    const id = matchPath(route.path, pathname);
    if (id !== null) return { open: route.open, alone: route.open, page: route.show(id) };
  }
  return { open: true, alone: false, page: <NotFoundPage /> };
}
