/** Keeps the schema cache current: loads it, tries again while the database is away, and reloads when told. */
import type { Database } from "../../db/database.ts";
import type { Observe } from "../../observe.ts";
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
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
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
  const persist = async (wait = FIRST_WAIT_MS): Promise<void> => {
    try {
      // Listening comes first, so that no change falls between the two.
      stopListening ??= await database.listen(CHANNEL, (payload) => {
        // Nothing said means that something may have been missed.
        if (payload === RELOAD || payload === "") void persist();
      });
      await reload();
    } catch (cause) {
      observe({ kind: "fault", where: "loading the schema cache", cause });
      if (isClosed) return;
      timer = setTimeout(() => void persist(Math.min(2 * wait, LONGEST_WAIT_MS)), wait);
      timer.unref();
    }
  };

  await persist();
  return {
    get: () => current,
    reload,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await stopListening?.();
      await running;
    },
  };
}
