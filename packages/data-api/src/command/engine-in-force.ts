/** The engine for the current settings; reloading them replaces it. */

import type { Observe } from "@wakelog/kit/observe.ts";
import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import type { Postgres } from "../db/postgres.ts";
import type { Engine } from "../engine/engine.ts";
import { schemaNotLoaded } from "../engine/errors/connection-errors.ts";
import type { Release } from "../engine/release/facts.ts";
import { errorAnswer } from "../engine/response/error-answer.ts";
import { withChannel } from "./channel.ts";
import { readDatabaseSettings } from "./database-settings.ts";
import { engineOf, type ListeningAt, releaseIn } from "./engine-of.ts";
import type { DataApiSettings, ReadSettings } from "./settings.ts";

/** Delays between attempts, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** Reads all settings, including those from the database once known. */
export type ReadDataApi = (database?: ReadonlyMap<string, string>) => ReadSettings;

/** The current settings. */
export interface InForce {
  settings: DataApiSettings;
  /** The protocol's release, by these settings. */
  release: Release;
}

/** The current engine, and how to rebuild it. */
export interface EngineInForce {
  /** Answers 503 until the first engine is built. */
  readonly engine: Engine;
  /**
   * Tries once to read the settings and build the engine. If this fails, the old settings stay in force.
   * @returns whether no further attempt is needed: it worked, or the settings must be corrected first
   */
  settle(): Promise<boolean>;
  /** Settles after earlier reloads, and retries while the database is unreachable. */
  reload(): Promise<void>;
}

/**
 * Builds the engine on request.
 * @param deps.at the current address of the server
 * @param deps.stopping ends further attempts
 */
export function engineInForce(deps: {
  readonly read: ReadDataApi;
  readonly inForce: InForce;
  readonly pool: Postgres;
  readonly at: () => ListeningAt;
  readonly warn: (read: ReadSettings) => void;
  readonly observe: Observe;
  readonly stopping: AbortSignal;
}): EngineInForce {
  const { read, inForce, pool, at, warn, observe, stopping } = deps;
  const { dbChannelEnabled, dbChannel } = inForce.settings;
  let current: Engine | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const configure = async (): Promise<void> => {
    const { dbConfig, dbPreConfig } = inForce.settings;
    const fresh = dbConfig ? read(await readDatabaseSettings(pool, dbPreConfig)) : read();
    warn(fresh);
    const made = await engineOf(fresh.settings, at(), database, observe);
    inForce.settings = fresh.settings;
    const before = inForce.release.announced;
    inForce.release = releaseIn(fresh.settings);
    const { announced } = inForce.release;
    if (announced !== before)
      observe({ kind: "notice", what: "configuration", text: `the protocol release is now ${announced}` });
    const former = current;
    current = made;
    await former?.close();
  };
  const settle = async (): Promise<boolean> => {
    try {
      await configure();
      return true;
    } catch (cause) {
      observe({ kind: "fault", where: "reading the configuration", cause });
      return cause instanceof ConfigError;
    }
  };
  const persist = async (): Promise<void> => {
    if (stopping.aborted || (await settle())) return;
    for await (const _ of backoff(stopping, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
      if (await settle()) return;
    }
  };
  const reload = (): Promise<void> => {
    const next = last.then(persist);
    last = next;
    return next;
  };
  const database = withChannel(pool, dbChannelEnabled ? dbChannel : null, () => void reload(), observe);

  return {
    engine: {
      handle: (input) =>
        current?.handle(input) ??
        Promise.resolve(errorAnswer(schemaNotLoaded(), input.method === "HEAD", inForce.release.answers)),
      reload: () => current?.reload() ?? Promise.resolve(),
      ready: () => current?.ready() ?? false,
      close: () => current?.close() ?? Promise.resolve(),
    },
    settle,
    reload,
  };
}
