/** What this device keeps for people, in IndexedDB: it survives a reload, a restart, and a battery that dies. */

const NAME = "wakelog";
const VERSION = 1;

/** Changes that wait for the server, and texts that are being typed. */
type Store = "changes" | "drafts";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("changes", { keyPath: "n", autoIncrement: true });
      request.result.createObjectStore("drafts", { keyPath: "name" });
    };
    request.onsuccess = () => {
      // Another tab with a newer dashboard must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }).catch((cause: unknown) => {
    opened = null;
    throw cause;
  });
  return opened;
}

async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
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
