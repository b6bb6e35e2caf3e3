/** All pages. Without React: the entry finds a page's script here before the framework has come. */
import type { ComponentType } from "react";
import { paramsIn } from "../routing/match.ts";
import * as paths from "../routing/paths.ts";

/** What a page gets from its address. */
export interface PageProps {
  /** The row's id; 0 without one. */
  readonly id: number;
  /** The boat's public name; empty on other pages. */
  readonly boat: string;
}

/** A page of the dashboard. */
export interface Route {
  /** Its path, with `$id` and `$boat` as parameters. */
  readonly path: string;
  /** Whether it needs no sign-in; it is then shown without navigation. */
  readonly open: boolean;
  /** Whether it takes the whole screen, without header and navigation. */
  readonly whole?: boolean;
  /** Whether its words come with the language's first part. */
  readonly first?: boolean;
  /** Loads its script. */
  readonly load: () => Promise<ComponentType<PageProps>>;
}

function page(path: string, load: Route["load"], open = false): Route {
  return { path, open, load };
}

const settings = () => import("../pages/settings/settings-page.tsx").then((pages) => pages.SettingsPage);

/** Pages that most visits begin with: their words come with the language's first part. */
const FIRST: readonly Route[] = [
  page(paths.NOW_PATH, () => import("../pages/now/now-page.tsx").then((pages) => pages.NowPage)),
  page(paths.LOGS_PATH, () => import("../pages/logs/logs-page.tsx").then((pages) => pages.LogsPage)),
  page(paths.logPath("$id"), () => import("../pages/log/log-page.tsx").then((pages) => pages.LogPage)),
  page(
    paths.publicBoatPath("$boat"),
    () => import("../pages/public/public-boat-page.tsx").then((pages) => pages.PublicBoatPage),
    true,
  ),
  page(
    paths.publicLogPath("$boat", "$id"),
    () => import("../pages/public/public-log-page.tsx").then((pages) => pages.PublicLogPage),
    true,
  ),
  page(paths.VERIFY_PATH, () => import("../pages/account/verify-page.tsx").then((pages) => pages.VerifyPage)),
  page(
    paths.SIGN_IN_PATH,
    () => import("../pages/account/sign-in-page.tsx").then((pages) => pages.SignInPage),
    true,
  ),
  page(
    paths.SIGN_UP_PATH,
    () => import("../pages/account/sign-up-page.tsx").then((pages) => pages.SignUpPage),
    true,
  ),
  page(
    paths.RECOVER_PATH,
    () => import("../pages/account/recover-page.tsx").then((pages) => pages.RecoverPage),
    true,
  ),
  page(
    paths.RESET_PASSWORD_PATH,
    () => import("../pages/account/reset-password-page.tsx").then((pages) => pages.ResetPasswordPage),
    true,
  ),
  page(paths.PUSH_PATH, () => import("../pages/account/push-page.tsx").then((pages) => pages.PushPage), true),
];

const OTHERS: readonly Route[] = [
  page(paths.TRACKS_PATH, () => import("../pages/tracks/tracks-page.tsx").then((pages) => pages.TracksPage)),
  page(paths.TIMELAPSE_PATH, () =>
    import("../pages/timelapse/timelapse-page.tsx").then((pages) => pages.TimelapsePage),
  ),
  page(paths.REVIEW_PATH, () => import("../pages/review/review-page.tsx").then((pages) => pages.ReviewPage)),
  page(paths.EVENTS_PATH, () => import("../pages/events/events-page.tsx").then((pages) => pages.EventsPage)),
  page(paths.STAYS_PATH, () => import("../pages/stays/stays-page.tsx").then((pages) => pages.StaysPage)),
  page(paths.stayPath("$id"), () => import("../pages/stays/stay-page.tsx").then((pages) => pages.StayPage)),
  page(paths.MOORAGES_PATH, () =>
    import("../pages/moorages/moorages-page.tsx").then((pages) => pages.MooragesPage),
  ),
  page(paths.mooragePath("$id"), () =>
    import("../pages/moorages/moorage-page.tsx").then((pages) => pages.MooragePage),
  ),
  page(paths.MONITORING_PATH, () =>
    import("../pages/monitoring/monitoring-page.tsx").then((pages) => pages.MonitoringPage),
  ),
  page(paths.ALERTS_PATH, () => import("../pages/alerts/alerts-page.tsx").then((pages) => pages.AlertsPage)),
  page(paths.STATISTICS_PATH, () =>
    import("../pages/statistics/statistics-page.tsx").then((pages) => pages.StatisticsPage),
  ),
  page(paths.IMPORT_PATH, () => import("../pages/import/import-page.tsx").then((pages) => pages.ImportPage)),
  page(paths.START_PATH, () => import("../pages/start/start-page.tsx").then((pages) => pages.StartPage)),
  page(paths.SETTINGS_PATH, settings),
  page(paths.PROFILE_PATH, settings),
  page(paths.BOAT_PATH, () => import("../pages/boat/boat-page.tsx").then((pages) => pages.BoatPage)),
  {
    ...page(paths.WATCH_PATH, () => import("../pages/watch/watch-page.tsx").then((pages) => pages.WatchPage)),
    whole: true,
  },
];

/**
 * All pages. Also linked from elsewhere: exported files link to `/log/N` and `/moorage/N`, mails to `/verify`,
 * `/reset-password` and `/alerts`; the push service returns to `/push`, or to `/profile` if declined.
 */
export const routes: readonly Route[] = [...FIRST.map((route) => ({ ...route, first: true })), ...OTHERS];

/** The page at a path; null for an unknown address. */
export function routeAt(pathname: string): { readonly route: Route; readonly props: PageProps } | null {
  for (const route of routes) {
    const params = paramsIn(route.path, pathname);
    if (params !== null) return { route, props: { id: Number(params.id ?? 0), boat: params.boat ?? "" } };
  }
  return null;
}
