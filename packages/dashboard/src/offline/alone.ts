/** Work that only one tab does at a time, where browsers have locks: on https, and on localhost. */

/** Does work under a lock that all tabs share; waits for it. */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T>;
/** Does the work only if no other tab is doing it; otherwise null. */
export function alone<T>(name: string, work: () => Promise<T>, orNot: "or not at all"): Promise<T | null>;
export async function alone<T>(
  name: string,
  work: () => Promise<T>,
  orNot?: "or not at all",
): Promise<T | null> {
  if ("locks" in navigator) {
    return navigator.locks.request(name, { ifAvailable: orNot !== undefined }, (lock) =>
      lock === null ? null : work(),
    );
  }
  // Without locks: exclusive within this tab only.
  const before = atWork.get(name);
  if (before !== undefined && orNot !== undefined) return null;
  const mine = (before ?? Promise.resolve()).then(work, work);
  const quiet = mine.then(
    () => {},
    () => {},
  );
  atWork.set(name, quiet);
  void quiet.then(() => {
    if (atWork.get(name) === quiet) atWork.delete(name);
  });
  return mine;
}

const atWork = new Map<string, Promise<void>>();
