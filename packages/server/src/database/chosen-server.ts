/** The server that the database is on, as the settings choose it: an address, or an embedded one that is started. */

import type { Observe } from "@wakelog/kit/observe.ts";
import type { Config } from "../settings/config.ts";
import { connectionsOf } from "./jobs/worker.ts";
import { connectToEmbedded, type EmbeddedOptions, startEmbedded } from "./postgres-server/embedded.ts";

/** For scheduled tasks, the outbox and accounts; few, because each connection is a process on a small machine. */
export const OWNER_CONNECTIONS = 4;

/** Fewer could not be shared out: strangers have a quarter of them, and each account and vessel at most a half. */
const LEAST_CONNECTIONS = 4;

/** How many of the connections for requests one of several processes has. */
export function connectionsOfOne(poolSize: number, processes: number): number {
  return processes === 1 ? poolSize : Math.max(LEAST_CONNECTIONS, Math.ceil(poolSize / processes));
}

/** Two that listen: for what happens on boats, and for changes of the schema. */
const LISTENING = 2;
/** For backups, commands that run beside the service, and people who look for themselves. */
const OTHERS = 20;

/** The connections that the service makes at most: while processes are replaced there are twice as many. */
function connectionsNeeded({ poolSize, jobLanes, processes }: Config): number {
  const first = connectionsOf(jobLanes) + OWNER_CONNECTIONS + LISTENING;
  const each = connectionsOfOne(poolSize, processes) + OWNER_CONNECTIONS / 2 + LISTENING;
  return first + OTHERS + (processes === 1 ? poolSize : 2 * processes * each);
}

/** How pools connect: to the server, or to a pooler before it, which cannot be listened to. */
export interface PooledAddress {
  readonly url: string;
  /** The server itself, if `url` is a pooler's. */
  readonly listenUrl?: string | undefined;
}

/** A server that runs. */
export interface Server {
  /** The schema owner's URL of the server itself. */
  readonly url: string;
  readonly pooled: PooledAddress;
  /** The URL as shown to people, without the password. */
  readonly where: string;
  /** The location of the data as shown to people. */
  readonly data: string;
  /** The folder of the database's files; null if they are on another machine, as far as we know. */
  readonly folder: string | null;
  stop(): Promise<void>;
}

/** Opens it as it is, whatever its schema. @param shared whether one that another process runs will do */
export async function openServer(config: Config, observe: Observe, shared: boolean): Promise<Server> {
  if (config.databaseUrl !== null) {
    const { databaseUrl: url, databaseListenUrl: listenUrl } = config;
    return {
      url: listenUrl ?? url,
      pooled: listenUrl === null ? { url } : { url, listenUrl },
      where: withoutPassword(url),
      data: "in that database",
      folder: null,
      stop: async () => {},
    };
  }
  const running = shared ? await connectToEmbedded(config.dataDir) : null;
  const embedded = running ?? (await startEmbedded(embeddedOptions(config, observe)));
  const isElsewhere = embedded.dataDir !== config.dataDir;
  return {
    url: embedded.url,
    pooled: { url: embedded.url },
    where: embedded.where,
    data: isElsewhere ? `${config.dataDir}, its database in ${embedded.dataDir}` : config.dataDir,
    folder: embedded.dataDir,
    stop: () => embedded.stop(),
  };
}

function embeddedOptions(config: Config, observe: Observe): EmbeddedOptions {
  return {
    dataDir: config.dataDir,
    port: config.dbPort === 0 ? "auto" : config.dbPort,
    portFixed: config.given.has("WAKELOG_DB_PORT"),
    connections: connectionsNeeded(config),
    ...(config.postgresBin === null ? {} : { binDir: config.postgresBin }),
    observe,
  };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = "";
  shown.search = "";
  return shown.href;
}
