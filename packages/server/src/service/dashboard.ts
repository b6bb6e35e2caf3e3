/** The dashboard: its files, the operator's charts and the public pages, on a port that may serve the API too. */
import { join } from "node:path";
import { closerOf, finishConnections } from "@wakelog/data-api/http/closing.ts";
import { listen, urlOf } from "@wakelog/data-api/http/listen.ts";
import type { CountRequest } from "@wakelog/data-api/http/request/counts.ts";
import type { TimeLimits } from "@wakelog/data-api/http/time-limits.ts";
import { createWebServer } from "@wakelog/data-api/http/web-server.ts";
import { openCoast } from "@wakelog/kit/geo/map/coast.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { packageRoot } from "@wakelog/kit/version.ts";
import { charts } from "../boat/charts/charts.ts";
import { publicPages } from "../boat/public-pages/public-pages.ts";
import type { Config } from "../settings/config.ts";
import type { Api } from "./api.ts";
import { countStrangers } from "./limits/admit-callers.ts";
import { placesOf } from "./operations/ports.ts";
import type { Started } from "./started-parts.ts";

/** The build output, and the dashboard's folder in it. */
const BUILT = join(packageRoot(import.meta.url), "dist");
const WEB_FOLDER = join(BUILT, "web");

export interface Dashboard {
  /** Null if another process serves it. */
  readonly port: number | null;
  /** Its address for people, for links. */
  readonly url: string;
  /** Connects the API, once it has started. */
  connect(api: Pick<Api, "engine" | "port" | "answer">): void;
  /** Accepts no more connections; resolves when open ones have ended. */
  finish(): Promise<void>;
}

/** Starts the dashboard if configured. It starts first, because messages link to its actual port. */
export async function openDashboard(
  config: Config,
  limits: TimeLimits,
  observe: Observe,
  started: Started,
  count: CountRequest,
): Promise<Dashboard> {
  let api: Pick<Api, "engine" | "port" | "answer"> | null = null;
  const { apiUrl, webUrl } = config;
  const connect: Dashboard["connect"] = (given) => {
    api = given;
  };
  const urlAt = (port: number): string => (webUrl === "" ? urlOf(config.host, port) : webUrl);
  if (config.parts === "api") {
    return { port: null, url: urlAt(config.webPort), connect, finish: async () => {} };
  }
  const web = createWebServer({
    folder: WEB_FOLDER,
    apiUrl,
    apiPort: () => api?.port ?? config.apiPort,
    ...(config.parts === "web" ? {} : { api: () => api?.answer ?? null }),
    mail: config.parts === "web" ? null : config.smtpUrl !== null,
    limits,
    charts: charts(join(config.dataDir, "charts"), observe),
    others: publicPages(
      () => api?.engine ?? null,
      webUrl,
      openCoast(BUILT, observe),
      countStrangers(config, count),
    ).answer,
  });
  started.server(closerOf(web));
  const port = await listen(web, placesOf(config).dashboard);
  return { port, url: urlAt(port), connect, finish: () => finishConnections(web) };
}
