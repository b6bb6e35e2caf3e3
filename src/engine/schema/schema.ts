/** Keeps the schema cache current: loads it, tries again while the database is away, and reloads when told. */
import type { Database } from "../../db/database.ts";
import type { Observe } from "../../observe.ts";
import { backoff } from "../../time/backoff.ts";
import { loadSchema } from "./load.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** The channel on which the database tells that its schema changed, and what it says then. */
const CHANNEL = "pgrst";
const RELOAD = "reload schema";

/** Milliseconds before the first new try, and the most between two. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export interface CurrentSchema {
  /** The latest schema that could be loaded; null before the first. */
  get(): SchemaCache | null;
  /** Loads it now; the former one stays in force when that fails. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** What is kept current, and who wants to know of a new one. */
export interface CurrentSchemaOptions {
  readonly database: Database;
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly observe: Observe;
}

/** Loads the schema; when that fails, goes on trying and resolves without one. */
export async function keepSchemaCurrent(options: CurrentSchemaOptions): Promise<CurrentSchema> {
  const { database, schemas, extraSearchPath, observe } = options;
  let current: SchemaCache | null = null;
  let stopListening: (() => Promise<void>) | null = null;
  const closing = new AbortController();
  // Loads run one after the other: a change told during one is not in its snapshot. One waiting serves all.
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;

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
  const hasLoaded = async (): Promise<boolean> => {
    try {
      // Listening comes first, so that no change falls between the two.
      stopListening ??= await database.listen(CHANNEL, (payload) => {
        // Nothing said means that something may have been missed.
        if (payload === RELOAD || payload === "") void persist();
      });
      await reload();
      return true;
    } catch (cause) {
      observe({ kind: "fault", where: "loading the schema cache", cause });
      return false;
    }
  };
  const tryAgain = async (): Promise<void> => {
    for await (const _ of backoff(closing.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
      if (await hasLoaded()) return;
    }
  };
  const persist = async (): Promise<void> => {
    if (!(await hasLoaded())) void tryAgain();
  };

  await persist();
  return {
    get: () => current,
    reload,
    async close() {
      closing.abort();
      await stopListening?.();
      await running;
    },
  };
}
