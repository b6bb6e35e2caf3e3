/** A file that takes longer indicates a slow link. */
const SLOW_MS = 3_000;

/** The dashboard files loaded by this page. */
export function loadedFiles(): readonly PerformanceResourceTiming[] {
  return performance
    .getEntriesByType("resource")
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(`${window.location.origin}/assets/`));
}

/** What the browser says of this device's link; null if it says nothing. @see https://wicg.github.io/netinfo/ */
function reported(name: string): unknown {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null ? Reflect.get(connection, name) : null;
}

/** Whether to fetch nothing at all that the user did not ask for: the user saves data, or the link is 2G. */
export function isDearLink(): boolean {
  return reported("saveData") === true || ["2g", "slow-2g"].includes(String(reported("effectiveType")));
}

/**
 * Whether to fetch no large files the user did not ask for, since the link is metered or slow: by the browser's report
 * or, where there is none, the load times of files.
 */
export function isThinLink(): boolean {
  if (reported("effectiveType") === null) return loadedFiles().some(({ duration }) => duration > SLOW_MS);
  return isDearLink() || reported("type") === "cellular" || reported("effectiveType") === "3g";
}
