/** A file that takes longer than this comes over a thin link. */
const SLOW_MS = 3_000;

/** The files of the dashboard that this page has loaded. */
export function loadedFiles(): readonly PerformanceResourceTiming[] {
  return performance
    .getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(`${window.location.origin}/assets/`));
}

/**
 * Whether to fetch only what the user asked for, since this device's link is metered or slow: the person or the
 * browser says so, or, where browsers do not tell, files took long.
 * @see https://wicg.github.io/netinfo/
 */
export function isThinLink(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  if (typeof connection !== "object" || connection === null)
    return loadedFiles().some(({ duration }) => duration > SLOW_MS);
  const told = (name: string): unknown => Reflect.get(connection, name);
  const kind = told("effectiveType");
  return told("saveData") === true || told("type") === "cellular" || (kind !== undefined && kind !== "4g");
}
