/** A file that takes longer indicates a slow link. */
const SLOW_MS = 3_000;

/** The dashboard files loaded by this page. */
export function loadedFiles(): readonly PerformanceResourceTiming[] {
  return performance
    .getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(`${window.location.origin}/assets/`));
}

/**
 * Whether to fetch only what the user asked for, since the link is metered or slow: by the user's setting, the
 * browser's report or, where there is none, the load times of files.
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
