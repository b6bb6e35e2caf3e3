/** Storage on this device in IndexedDB: survives a reload, a restart and a dead battery. */
import { type IDBPDatabase, openDB } from "idb";

const NAME = "wakelog";
const VERSION = 1;

/** Queued changes, and drafts. */
type Store = "changes" | "drafts";

/** Enough for the browser to finish clearing its data. */
const CLEARED_MS = 1_000;

let opened: Promise<IDBPDatabase> | null = null;
const losers = new Set<() => void>();

/**
 * Calls back when the browser has closed the database, for example because its data was cleared: it may now be empty.
 */
export function whenLost(listener: () => void): void {
  losers.add(listener);
}

function lose(): void {
  opened = null;
  window.setTimeout(() => {
    for (const listener of losers) listener();
  }, CLEARED_MS);
}

/** Async, because a browser without storage throws at once. */
async function open(): Promise<IDBPDatabase> {
  const opening = openDB(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore("changes", { keyPath: "n", autoIncrement: true });
      database.createObjectStore("drafts", { keyPath: "name" });
    },
    // Do not block a deletion, or another tab with a newer dashboard.
    blocking(_, newVersion) {
      void opening.then((database) => database.close());
      if (newVersion === null) lose();
      else opened = null;
    },
    terminated: lose,
  });
  return opening;
}

function current(): Promise<IDBPDatabase> {
  opened ??= open().catch((cause: unknown) => {
    opened = null;
    throw cause;
  });
  return opened;
}

async function withDatabase<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(await current());
  } catch (thrown) {
    // Closed in the meantime: open it again.
    if (!(thrown instanceof DOMException && thrown.name === "InvalidStateError")) throw thrown;
    opened = null;
    return work(await current());
  }
}

/** Starts a write, done when it is on disk. */
function writing(database: IDBPDatabase, store: Store) {
  return database.transaction(store, "readwrite", { durability: "strict" });
}

/** All objects in a store, in order of their keys, unchecked. */
export function keptThings(store: Store): Promise<readonly unknown[]> {
  return withDatabase((database) => database.getAll(store));
}

/** An object by its key; undefined if there is none. */
export function keptThing(store: Store, key: string): Promise<unknown> {
  return withDatabase((database) => database.get(store, key));
}

/** Stores an object, replacing one with the same key. @returns its key */
export function keep(store: Store, thing: object): Promise<IDBValidKey> {
  return withDatabase(async (database) => {
    const transaction = writing(database, store);
    const [key] = await Promise.all([transaction.store.put(thing), transaction.done]);
    return key;
  });
}

export async function forget(store: Store, key: number | string): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = writing(database, store);
    await Promise.all([transaction.store.delete(key), transaction.done]);
  });
}
