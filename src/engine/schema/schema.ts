/** Keeps the schema cache current: loads it, tries again while the database is unreachable, and reloads on notice. */
import type { Database } from "../../db/database.ts";
import type { Observe } from "../../observe.ts";
import { backoff } from "../../time/backoff.ts";
import { catalogueState } from "./changes.ts";
import { loadSchema } from "./load.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** The channel on which the database announces schema changes, and the payload. */
const CHANNEL = "pgrst";
const RELOAD = "reload schema";

/** Milliseconds before the first retry, and the most between two. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export interface CurrentSchema {
  /** The latest schema that was loaded; null before the first. */
  get(): SchemaCache | null;
  /** Loads the schema now; the former one stays in force if that fails. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CurrentSchemaOptions {
  readonly database: Database;
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly observe: Observe;
}

/** Loads the schema; if that fails, resolves without one and keeps trying. */
export async function keepSchemaCurrent(options: CurrentSchemaOptions): Promise<CurrentSchema> {
  const { database, schemas, extraSearchPath, observe } = options;
  let current: SchemaCache | null = null;
  /** What the catalogue was when it was loaded. */
  let state = "";
  let isLooking = false;
  let stopListening: (() => Promise<void>) | null = null;
  const closing = new AbortController();
  // Loads run one after another, since a load does not see changes announced while it runs. One waiting load is enough.
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const started = performance.now();
    [state, current] = await database.transaction(
      async (tx) => [
        database.polls ? await catalogueState(tx, schemas) : "",
        await loadSchema(tx, { schemas, extraSearchPath }),
      ],
      { readOnly: true, isolation: "repeatable read" },
    );
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
      // Listening comes first, so that no change is missed in between.
      stopListening ??= await database.listen(CHANNEL, (payload) => {
        // With an empty payload one may have been missed, or somebody wants everything read again.
        if (payload === RELOAD || (payload === "" && !database.polls)) void persist();
        else if (payload === "") void look();
      });
      await reload();
      return true;
    } catch (cause) {
      observe({ kind: "fault", where: "loading the schema cache", cause });
      return false;
    }
  };
  const hasLooked = async (): Promise<boolean> => {
    try {
      const now = await database.transaction((tx) => catalogueState(tx, schemas), { readOnly: true });
      if (current === null || now !== state) await persist();
      return true;
    } catch {
      // A database that is away is told of elsewhere.
      return false;
    }
  };
  /** Loads it if it is not what was loaded, once the database answers. */
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    if (!(await hasLooked()))
      for await (const _ of backoff(closing.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS))
        if (await hasLooked()) break;
    isLooking = false;
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
