/** What this device keeps for people, in IndexedDB: it survives a reload, a restart, and a battery that dies. */
import { type IDBPDatabase, openDB } from "idb";

const NAME = "wakelog";
const VERSION = 1;

/** Changes that wait for the server, and texts that are being typed. */
type Store = "changes" | "drafts";

/** By then the browser has cleared what it was about to clear. */
const CLEARED_MS = 1_000;

let opened: Promise<IDBPDatabase> | null = null;
const losers = new Set<() => void>();

/** Calls back when the browser has closed the database, for example because its data was cleared: it may be empty now. */
export function whenLost(listener: () => void): void {
  losers.add(listener);
}

function lose(): void {
  opened = null;
  window.setTimeout(() => {
    for (const listener of losers) listener();
  }, CLEARED_MS);
}

/** Async, because a browser that may store nothing throws at once. */
async function open(): Promise<IDBPDatabase> {
  const opening = openDB(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore("changes", { keyPath: "n", autoIncrement: true });
      database.createObjectStore("drafts", { keyPath: "name" });
    },
    // Must not block a deletion, nor another tab with a newer dashboard.
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
    // It was closed meanwhile, and is opened again.
    if (!(thrown instanceof DOMException && thrown.name === "InvalidStateError")) throw thrown;
    opened = null;
    return work(await current());
  }
}

/** Starts a write, which is done when it is on the disk. */
function writing(database: IDBPDatabase, store: Store) {
  return database.transaction(store, "readwrite", { durability: "strict" });
}

/** Everything in a store, in the order of its keys, with unchecked shapes. */
export function keptThings(store: Store): Promise<readonly unknown[]> {
  return withDatabase((database) => database.getAll(store));
}

/** One thing by its key; undefined if there is none. */
export function keptThing(store: Store, key: string): Promise<unknown> {
  return withDatabase((database) => database.get(store, key));
}

/** Stores a thing, replacing the one with the same key. @returns its key */
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
