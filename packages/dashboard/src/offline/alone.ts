/** Work that one tab does at a time, where the browser can say so: on https, and on localhost. */

/** Does work while no other tab does work of this name; waits for it. */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T>;
/** Does it only if no other tab is at it; null if one is. */
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
  // This tab alone, then.
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
