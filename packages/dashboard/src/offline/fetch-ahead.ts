/**
 * Tells the service worker which files this page has loaded, to keep them for offline use; later, on a good link
 * only, tells it to fetch the other pages.
 */
import { currentToken } from "../session/token.ts";
import { isThinLink, loadedFiles } from "./thin-link.ts";

/** Enough for the page to load, and longer than a short visit. */
const AFTER_MS = 20_000;

/** Sends a message to the service worker as soon as there is one. */
export async function tell(message: unknown): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/**
 * Keeps this page for offline use, and the others on a good link. Strangers and slow links fetch only what they
 * visit.
 * @param fetchOthers fetches the words of the other pages
 */
export function keepPages(fetchOthers: () => Promise<void>): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then(() =>
    tell(loadedFiles().map(({ name }) => new URL(name).pathname)),
  );
  window.setTimeout(() => {
    if (currentToken() === null || isThinLink()) return;
    void tell("fetch-ahead");
    // Without a link they may be kept already.
    fetchOthers().catch(() => {});
  }, AFTER_MS);
}

/** A page that has fetched nothing for this long has loaded. */
const CALM_MS = 3_000;

/** Calls back once, when the page has loaded. */
export function whenCalm(call: () => void): void {
  let timer = window.setTimeout(done, CALM_MS);
  const observer = new PerformanceObserver(() => {
    window.clearTimeout(timer);
    timer = window.setTimeout(done, CALM_MS);
  });
  observer.observe({ type: "resource" });
  function done(): void {
    observer.disconnect();
    call();
  }
}
