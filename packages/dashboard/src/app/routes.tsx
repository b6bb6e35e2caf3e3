import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
} from "@tanstack/react-router";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import * as paths from "../routing/paths.ts";
import { App } from "./app.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whether people who are not signed in may see the page; it is shown without the navigation then. */
    readonly open?: boolean;
  }
}

const root = createRootRoute({ component: App, notFoundComponent: NotFoundPage });

const page = (path: string, component: RouteComponent, open = false) =>
  createRoute({ getParentRoute: () => root, path, component, staticData: { open } });

/** A page of one row, whose number the address ends with. */
function pageOf(path: (id: "$id") => string, Page: AsyncRouteComponent<{ readonly id: number }>) {
  const route = createRoute({
    getParentRoute: () => root,
    path: path("$id"),
    staticData: { open: false },
    beforeLoad({ params }: { params: { id?: string } }) {
      if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw notFound();
    },
    component: Object.assign(
      function PageOfOne() {
        const { id }: { id?: string } = route.useParams();
        return <Page key={id} id={Number(id)} />;
      },
      { preload: async () => Page.preload?.() },
    ),
  });
  return route;
}

const LogPage = lazyRouteComponent(() => import("../pages/log/log-page.tsx"), "LogPage");
const StayPage = lazyRouteComponent(() => import("../pages/stays/stay-page.tsx"), "StayPage");
const MooragePage = lazyRouteComponent(() => import("../pages/moorages/moorage-page.tsx"), "MooragePage");
const settings = lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage");

/**
 * Every page. Others link to them too: exported files to `/log/N` and `/moorage/N`, mails to `/verify`,
 * `/reset-password` and `/alerts`; the push service sends people back to `/push`, or to `/profile` if they declined.
 */
export const routes = root.addChildren([
  page(
    paths.NOW_PATH,
    lazyRouteComponent(() => import("../pages/now/now-page.tsx"), "NowPage"),
  ),
  page(
    paths.LOGS_PATH,
    lazyRouteComponent(() => import("../pages/logs/logs-page.tsx"), "LogsPage"),
  ),
  page(
    paths.TRACKS_PATH,
    lazyRouteComponent(() => import("../pages/tracks/tracks-page.tsx"), "TracksPage"),
  ),
  page(
    paths.TIMELAPSE_PATH,
    lazyRouteComponent(() => import("../pages/timelapse/timelapse-page.tsx"), "TimelapsePage"),
  ),
  pageOf(paths.logPath, LogPage),
  page(
    paths.REVIEW_PATH,
    lazyRouteComponent(() => import("../pages/review/review-page.tsx"), "ReviewPage"),
  ),
  page(
    paths.EVENTS_PATH,
    lazyRouteComponent(() => import("../pages/events/events-page.tsx"), "EventsPage"),
  ),
  page(
    paths.STAYS_PATH,
    lazyRouteComponent(() => import("../pages/stays/stays-page.tsx"), "StaysPage"),
  ),
  pageOf(paths.stayPath, StayPage),
  page(
    paths.MOORAGES_PATH,
    lazyRouteComponent(() => import("../pages/moorages/moorages-page.tsx"), "MooragesPage"),
  ),
  pageOf(paths.mooragePath, MooragePage),
  page(
    paths.MONITORING_PATH,
    lazyRouteComponent(() => import("../pages/monitoring/monitoring-page.tsx"), "MonitoringPage"),
  ),
  page(
    paths.ALERTS_PATH,
    lazyRouteComponent(() => import("../pages/alerts/alerts-page.tsx"), "AlertsPage"),
  ),
  page(
    paths.STATISTICS_PATH,
    lazyRouteComponent(() => import("../pages/statistics/statistics-page.tsx"), "StatisticsPage"),
  ),
  page(
    paths.IMPORT_PATH,
    lazyRouteComponent(() => import("../pages/import/import-page.tsx"), "ImportPage"),
  ),
  page(
    paths.START_PATH,
    lazyRouteComponent(() => import("../pages/start/start-page.tsx"), "StartPage"),
  ),
  page(paths.SETTINGS_PATH, settings),
  page(paths.PROFILE_PATH, settings),
  page(
    paths.BOAT_PATH,
    lazyRouteComponent(() => import("../pages/boat/boat-page.tsx"), "BoatPage"),
  ),
  page(
    paths.VERIFY_PATH,
    lazyRouteComponent(() => import("../pages/account/verify-page.tsx"), "VerifyPage"),
  ),
  page(
    paths.publicBoatPath("$boat"),
    lazyRouteComponent(() => import("../pages/public/public-boat-page.tsx"), "PublicBoatPage"),
    true,
  ),
  page(
    paths.publicLogPath("$boat", "$id"),
    lazyRouteComponent(() => import("../pages/public/public-log-page.tsx"), "PublicLogPage"),
    true,
  ),
  page(
    paths.SIGN_IN_PATH,
    lazyRouteComponent(() => import("../pages/account/sign-in-page.tsx"), "SignInPage"),
    true,
  ),
  page(
    paths.SIGN_UP_PATH,
    lazyRouteComponent(() => import("../pages/account/sign-up-page.tsx"), "SignUpPage"),
    true,
  ),
  page(
    paths.RECOVER_PATH,
    lazyRouteComponent(() => import("../pages/account/recover-page.tsx"), "RecoverPage"),
    true,
  ),
  page(
    paths.RESET_PASSWORD_PATH,
    lazyRouteComponent(() => import("../pages/account/reset-password-page.tsx"), "ResetPasswordPage"),
    true,
  ),
  page(
    paths.PUSH_PATH,
    lazyRouteComponent(() => import("../pages/account/push-page.tsx"), "PushPage"),
    true,
  ),
]);
