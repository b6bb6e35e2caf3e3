/** The database server chosen by the settings: an address, or an embedded server to start. */

import type { Observe } from "@wakelog/kit/observe.ts";
import type { Config } from "../settings/config.ts";
import { connectionsOf } from "./jobs/worker.ts";
import { connectToEmbedded, type EmbeddedOptions, startEmbedded } from "./postgres-server/embedded.ts";

/** For scheduled tasks, the outbox and accounts; few, because each connection is a process on a small machine. */
export const OWNER_CONNECTIONS = 4;

/** The smallest number that can be shared: strangers get a quarter, each account and vessel at most half. */
const LEAST_CONNECTIONS = 4;

/** Request connections of each process. */
export function connectionsOfOne(poolSize: number, processes: number): number {
  return processes === 1 ? poolSize : Math.max(LEAST_CONNECTIONS, Math.ceil(poolSize / processes));
}

/** The connection that listens for each process: to events on boats, schema changes and due jobs. */
const LISTENING = 1;
/** For backups, other commands, and people with psql. */
const OTHERS = 20;

/** Most connections the service opens; twice as many while processes are replaced. */
function connectionsNeeded({ poolSize, jobLanes, processes }: Config): number {
  const first = connectionsOf(jobLanes) + OWNER_CONNECTIONS + LISTENING;
  const each = connectionsOfOne(poolSize, processes) + OWNER_CONNECTIONS / 2 + LISTENING;
  return first + OTHERS + (processes === 1 ? poolSize : 2 * processes * each);
}

/** How pools connect: to the server, or to a pooler, which does not support `listen`. */
export interface PooledAddress {
  readonly url: string;
  /** The server itself, if `url` is a pooler's. */
  readonly listenUrl?: string | undefined;
}

/** A running server. */
export interface Server {
  /** The schema owner's URL of the server itself. */
  readonly url: string;
  readonly pooled: PooledAddress;
  /** The URL for display, without the password. */
  readonly where: string;
  /** The location of the data, for display. */
  readonly data: string;
  /** The folder of the database's files; null if they may be on another machine. */
  readonly folder: string | null;
  stop(): Promise<void>;
}

/** Opens the server, whatever its schema. @param shared whether another process's server is accepted */
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
