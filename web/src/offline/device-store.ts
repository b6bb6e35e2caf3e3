/** What this device keeps for people, in IndexedDB: it survives a reload, a restart, and a battery that dies. */

const NAME = "wakelog";
const VERSION = 1;

/** Changes that wait for the server, and texts that are being typed. */
type Store = "changes" | "drafts";

/** By then the browser has cleared what it was about to clear. */
const CLEARED_MS = 1_000;

let opened: Promise<IDBDatabase> | null = null;
const losers = new Set<() => void>();

/** Calls back when the browser has closed the database, as when somebody cleared what it kept: it may be empty now. */
export function whenLost(listener: () => void): void {
  losers.add(listener);
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("changes", { keyPath: "n", autoIncrement: true });
      request.result.createObjectStore("drafts", { keyPath: "name" });
    };
    request.onsuccess = () => {
      const database = request.result;
      const lose = () => {
        opened = null;
        window.setTimeout(() => {
          for (const listener of losers) listener();
        }, CLEARED_MS);
      };
      // Another tab with a newer dashboard must not wait for this one, nor must whoever deletes it.
      database.onversionchange = ({ newVersion }) => {
        database.close();
        if (newVersion === null) lose();
        else opened = null;
      };
      database.onclose = lose;
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  }).catch((cause: unknown) => {
    opened = null;
    throw cause;
  });
  return opened;
}

async function begin(store: Store, mode: IDBTransactionMode): Promise<IDBTransaction> {
  const options = { durability: "strict" } as const;
  try {
    return (await open()).transaction(store, mode, options);
  } catch (thrown) {
    // It was closed meanwhile, and is opened anew.
    if (!(thrown instanceof DOMException && thrown.name === "InvalidStateError")) throw thrown;
    opened = null;
    return (await open()).transaction(store, mode, options);
  }
}

async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = await begin(store, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(store));
    // Not before it is on the disk.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Everything in a store, in the order of its keys; nobody has checked its shape. */
export function keptThings(store: Store): Promise<readonly unknown[]> {
  return within<unknown[]>(store, "readonly", (objects) => objects.getAll());
}

/** One thing by its key; undefined if there is none. */
export function keptThing(store: Store, key: string): Promise<unknown> {
  return within<unknown>(store, "readonly", (objects) => objects.get(key));
}

/** Stores a thing, replacing the one with the same key. @returns its key */
export function keep(store: Store, thing: object): Promise<IDBValidKey> {
  return within(store, "readwrite", (objects) => objects.put(thing));
}

export async function forget(store: Store, key: number | string): Promise<void> {
  await within(store, "readwrite", (objects) => objects.delete(key));
}
