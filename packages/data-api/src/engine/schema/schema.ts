/** Keeps the schema cache current: loads it with retries, and reloads it when the database announces a change. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import type { Database } from "../../db/database.ts";
import { loadSchema } from "./load.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** The channel of schema changes, and the payload. */
const CHANNEL = "pgrst";
const RELOAD = "reload schema";

/** First and longest delay between retries, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * After an announced load, further announcements wait this many times its duration. Any login may announce; this limits
 * loading to a fifth of the time.
 */
const REST_FACTOR = 4;

export interface CurrentSchema {
  /** The last loaded schema; null before the first load. */
  get(): SchemaCache | null;
  /** Loads the schema now; on failure, the previous one stays in use. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CurrentSchemaOptions {
  readonly database: Database;
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly observe: Observe;
}

/** Loads the schema; on failure, resolves without one and keeps retrying. */
export async function keepSchemaCurrent(options: CurrentSchemaOptions): Promise<CurrentSchema> {
  const { database, schemas, extraSearchPath, observe } = options;
  let current: SchemaCache | null = null;
  let stopListening: (() => Promise<void>) | null = null;
  const closing = new AbortController();
  // Loads run one after another, because a load misses changes announced while it runs. One waiting load is enough.
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  /** Whether a change was announced since the last load began, and the loop that loads it. */
  let announced = false;
  let following: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const started = performance.now();
    current = await database.transaction((tx) => loadSchema(tx, { schemas, extraSearchPath }), {
      readOnly: true,
      isolation: "repeatable read",
    });
    observe({
      kind: "schema-loaded",
      relations: current.relations.size,
      routines: current.routines.size,
      milliseconds: Math.round(performance.now() - started),
    });
  };
  const reload = (): Promise<void> => {
    waiting ??= running.then(() => {
      waiting = null;
      const next = load();
      running = next.catch(() => {});
      return next;
    });
    return waiting;
  };

  /** @returns whether it succeeded; failures are reported here */
  const attempt = async (): Promise<boolean> => {
    try {
      // Listen first, so that no change is missed in between.
      stopListening ??= await database.listen(CHANNEL, hear);
      await reload();
      return true;
    } catch (cause) {
      observe({ kind: "fault", where: "loading the schema cache", cause });
      return false;
    }
  };
  const retry = async (): Promise<void> => {
    for await (const _ of backoff(closing.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS))
      if (await attempt()) return;
  };
  /** Announcements are merged meanwhile. @param took milliseconds of the preceding work */
  const rest = async (took: number): Promise<void> => {
    const milliseconds = Math.min(REST_FACTOR * took, LONGEST_WAIT_MS);
    await sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => {});
  };
  const follow = async (): Promise<void> => {
    while (announced && !closing.signal.aborted) {
      announced = false;
      const started = performance.now();
      if (await attempt()) await rest(performance.now() - started);
      else await retry();
    }
    following = null;
  };
  const hear = (payload: string): void => {
    // An empty payload means that a notification may have been missed, or asks to reload everything.
    if (payload !== "" && payload !== RELOAD) return;
    announced = true;
    following ??= follow();
  };

  // A running loop already retries.
  if (!(await attempt())) following ??= retry().then(follow);
  return {
    get: () => current,
    reload,
    async close() {
      closing.abort();
      await following;
      await stopListening?.();
      await Promise.all([waiting?.catch(() => {}), running]);
    },
  };
}
