/** The API: the engine (`api-engine.ts`) behind a socket, with live streams, rate limits and replica reads. */
import type { RequestListener } from "node:http";
import { SERVICE_RELEASE } from "@wakelog/data-api/announced-releases.ts";
import { Replica } from "@wakelog/data-api/db/replica.ts";
import { type Gate, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import { createAuthenticator } from "@wakelog/data-api/engine/caller/caller.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import { diskFull } from "@wakelog/data-api/engine/errors/connection-errors.ts";
import type { ReplicaReads } from "@wakelog/data-api/engine/execute/read-place.ts";
import { createApiServer } from "@wakelog/data-api/http/api-server.ts";
import { closerOf, finishConnections } from "@wakelog/data-api/http/closing.ts";
import { listen } from "@wakelog/data-api/http/listen.ts";
import { admitted, type CountRequest, RequestCounts } from "@wakelog/data-api/http/request/counts.ts";
import type { TimeLimits } from "@wakelog/data-api/http/time-limits.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { linkEndpoints } from "../boat/link/endpoint.ts";
import { linkFinder } from "../boat/link/keys.ts";
import { linkNews } from "../boat/link/news.ts";
import { liveStreams } from "../boat/live/live-streams.ts";
import type { Siblings } from "../boat/live/siblings.ts";
import { networkOf } from "../people/accounts/addresses.ts";
import { attemptLimits } from "../people/accounts/attempts.ts";
import type { ApiConfig } from "./account-dependencies.ts";
import { accountExport } from "./account-file/endpoint.ts";
import { noAliases } from "./aliases/aliases.ts";
import { type ApiConnections, openEngine } from "./api-engine.ts";
import type { Installation } from "./installation.ts";
import { admitCallers } from "./limits/admit-callers.ts";
import { callerLimits } from "./limits/caller-limits.ts";
import { type RecentWrites, recentWrites, writersOf } from "./limits/recent-writes.ts";
import { freeDisk } from "./operations/free-disk.ts";
import { placesOf } from "./operations/ports.ts";
import { addresses } from "./second-generation/address.ts";
import { translateByAddress } from "./second-generation/meanings.ts";
import type { Started } from "./started-parts.ts";

const INGEST_PATHS: ReadonlySet<string> = new Set(["/metrics", "/metadata"]);

/** Time for parts to stop, milliseconds. */
const STOP_MS = { engine: 500, following: 500, replica: 500 } as const;

/** Dependencies of the API besides the database. */
export interface AnsweringDeps {
  readonly post: ApiConnections["post"];
  readonly limits: TimeLimits;
  readonly observe: Observe;
  /** Connections for requests in this process. */
  readonly poolSize: number;
  /** Counts requests; within this process alone if absent. */
  readonly count?: CountRequest;
  /** Counts open streams and downloads; within this process alone if absent. */
  readonly places?: Gate;
  /** Other processes that share the ports. */
  readonly siblings?: Siblings;
  /** Recent writers; within this process alone if absent. */
  readonly writes?: RecentWrites;
}

export interface Api {
  readonly engine: Engine;
  readonly port: number;
  /** Handles a request that arrived at another port. */
  readonly answer: RequestListener;
  /** Why requests cannot be served now; null if they can. */
  unready(): Promise<string | null>;
  /** Accepts no more connections; resolves when open ones have ended. */
  finish(): Promise<void>;
}

export async function openApi(
  config: ApiConfig,
  installation: Installation,
  { post, limits, observe, poolSize, count, places, siblings, writes }: AnsweringDeps,
  started: Started,
): Promise<Api> {
  const callers = {
    authenticate: createAuthenticator({
      secret: installation.secret,
      anonymousRole: "anonymous",
      issuesTokens: true,
    }),
    limits: callerLimits({ bodyBytes: config.bodyLimit, poolSize }),
  };
  const news = linkNews();
  const live = liveStreams({
    database: installation.jobs,
    service: installation.service,
    observe,
    linkNews: news.tell,
    ...(places === undefined ? {} : { places }),
    ...(siblings === undefined ? {} : { siblings }),
  });
  started.part("those who follow boats", () => live.close(), STOP_MS.following);
  const reads = replicaReads(installation, observe, started, writes);
  const disk = freeDisk(installation.folder, config.minFreeDiskBytes, observe);
  const engine = await openEngine(config, installation, observe, {
    callers,
    places: places ?? new Turnstile(),
    disk,
    reads,
    announce: live.announce,
    post,
  });
  started.part("the engine", () => engine.close(), STOP_MS.engine);
  await live.listen();
  const attempts = attemptLimits(config.rateLimits === "on");
  const polls = new Turnstile();
  const counts = new RequestCounts();
  const counting: CountRequest = count ?? ((who) => counts.count(who, performance.now()));
  const links = linkFinder(installation.service, async (address) => {
    if (config.rateLimits === "off") return;
    // Unknown keys are a stranger's requests, and cost more than others.
    admitted(await counting(`keys ${networkOf(address)}`), callers.limits(null).requestsPerMinute);
  });
  const server = createApiServer(engine, {
    admit: admitCallers(callers, config.rateLimits === "on", links.linkOf),
    ...(count === undefined ? {} : { count }),
    trustProxy: config.trustProxy,
    limits,
    serverName: () => `restserver/${SERVICE_RELEASE} wakelog/${VERSION}`,
    observe,
    ingest: INGEST_PATHS,
    hold: (...answer) => installation.answers.hold(...answer),
    retryAfterSeconds: 2,
    streams: new Map([
      ["/live", live.endpoint(engine)],
      accountExport(engine, installation, {
        dataDir: config.dataDir,
        limits: attempts,
        places,
      }),
      ...linkEndpoints(engine, {
        service: installation.service,
        links,
        news,
        places: places ?? polls,
        count: config.rateLimits === "on" ? counting : null,
        guesses: {
          count: (tx, address) => attempts.count(tx, "pairing", networkOf(address)),
          forget: (tx, address) => attempts.forget(tx, "pairing", networkOf(address)),
        },
      }),
    ]),
    ...(config.aliases === "on"
      ? { addressOf: addresses(callers.authenticate), translate: translateByAddress }
      : { translate: noAliases }),
  });
  const close = closerOf(server);
  started.server((graceMs) => {
    live.endStreams();
    news.close();
    return close(graceMs);
  });
  const port = await listen(server, placesOf(config).api);
  return {
    engine,
    port,
    answer(request, response) {
      // As if it had arrived at this port, which the API's description names.
      const { headers } = request;
      if (headers.host !== undefined) headers.host = headers.host.replace(/(:\d+)?$/, `:${port}`);
      server.emit("request", request, response);
    },
    async unready() {
      if (!engine.ready() || !(await installation.requests.ping())) return "The database does not answer";
      const lacking = await disk.lacking();
      return lacking === 0 ? null : diskFull().message;
    },
    finish() {
      const finished = finishConnections(server);
      live.endStreams();
      news.close();
      return finished;
    },
  };
}

/** The replica for reads, if there is one. */
function replicaReads(
  { requests, replica: pool }: Installation,
  observe: Observe,
  started: Started,
  writes: RecentWrites = recentWrites(),
): ReplicaReads | undefined {
  if (pool === null) return undefined;
  const replica = new Replica(requests, pool, observe);
  started.part("reads from the replica", () => replica.close(), STOP_MS.replica);
  return { replica, ...writersOf(writes), observe };
}
