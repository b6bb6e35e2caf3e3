import { lazy, type ReactNode } from "react";
import { BoatPage } from "../pages/boat/boat-page.tsx";
import { LogsPage } from "../pages/logs/logs-page.tsx";
import { MooragesPage } from "../pages/moorages/moorages-page.tsx";
import { NotFoundPage } from "../pages/not-found/not-found-page.tsx";
import { NowPage } from "../pages/now/now-page.tsx";
import { PushPage } from "../pages/push/push-page.tsx";
import { RecoverPage } from "../pages/recover/recover-page.tsx";
import { ResetPasswordPage } from "../pages/reset-password/reset-password-page.tsx";
import { SettingsPage } from "../pages/settings/settings-page.tsx";
import { SignInPage } from "../pages/sign-in/sign-in-page.tsx";
import { SignUpPage } from "../pages/sign-up/sign-up-page.tsx";
import { StaysPage } from "../pages/stays/stays-page.tsx";
import { VerifyPage } from "../pages/verify/verify-page.tsx";

const LogPage = lazy(() =>
  import("../pages/log/log-page.tsx").then((module) => ({ default: module.LogPage })),
);

/** One page of the dashboard. */
export interface Route {
  /** Matches a whole path; its first group is an id. */
  readonly path: RegExp;
  /** Whether it is there for people who are not signed in. */
  readonly open: boolean;
  readonly show: (id: number) => ReactNode;
}

export const SIGN_IN = "/sign-in";

/**
 * Every page, in one table. `/log/N` and `/moorage/N` are what exported files link to; `/verify` and `/reset-password`
 * what mails do; `/push`, or `/profile` when it came to nothing, is where the push service sends people back to.
 */
export const ROUTES: readonly Route[] = [
  { path: /^\/$/, open: false, show: () => <NowPage /> },
  { path: /^\/logs$/, open: false, show: () => <LogsPage /> },
  { path: /^\/log\/(\d+)$/, open: false, show: (id) => <LogPage key={id} id={id} /> },
  { path: /^\/stays$/, open: false, show: () => <StaysPage /> },
  { path: /^\/moorages$/, open: false, show: () => <MooragesPage selected={null} /> },
  { path: /^\/moorage\/(\d+)$/, open: false, show: (id) => <MooragesPage selected={id} /> },
  { path: /^\/(?:settings|profile)$/, open: false, show: () => <SettingsPage /> },
  { path: /^\/boat$/, open: false, show: () => <BoatPage /> },
  { path: /^\/verify$/, open: false, show: () => <VerifyPage /> },
  { path: /^\/sign-in$/, open: true, show: () => <SignInPage /> },
  { path: /^\/sign-up$/, open: true, show: () => <SignUpPage /> },
  { path: /^\/recover$/, open: true, show: () => <RecoverPage /> },
  { path: /^\/reset-password$/, open: true, show: () => <ResetPasswordPage /> },
  { path: /^\/push$/, open: true, show: () => <PushPage /> },
];

/** The page of an address. */
interface Found {
  readonly open: boolean;
  /** Whether it stands alone, without the navigation, also for people who are signed in. */
  readonly alone: boolean;
  readonly page: ReactNode;
}

/** The page of a path; the one that says so where there is none. */
export function routeOf(pathname: string): Found {
  for (const route of ROUTES) {
    const match = route.path.exec(pathname);
    if (match !== null) {
      return { open: route.open, alone: route.open, page: route.show(Number(match[1] ?? 0)) };
    }
  }
  return { open: true, alone: false, page: <NotFoundPage /> };
}
