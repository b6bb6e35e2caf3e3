/**
 * Tells the service worker what this page has loaded, so that it is there without a link; and, a while later and on a good
 * link only, to fetch the other pages too.
 */
import { currentToken } from "../session/token.ts";
import { isThinLink, loadedFiles } from "./thin-link.ts";

/** By then the page has what it needs, and a short visit is over. */
const AFTER_MS = 20_000;

/** Says something to the service worker, as soon as there is one. */
export async function tell(message: unknown): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/** Keeps this page for later, and the others over a good link. Strangers and thin links fetch only what they look at. */
export function keepPages(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then(() =>
    tell(loadedFiles().map(({ name }) => new URL(name).pathname)),
  );
  window.setTimeout(() => {
    if (currentToken() !== null && !isThinLink()) void tell("fetch-ahead");
  }, AFTER_MS);
}
