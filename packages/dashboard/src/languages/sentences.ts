import { whenReachable } from "../offline/connectivity.ts";
import type { Forms, Sentences } from "./speech.ts";

/** None: sentences stay as the service says them. */
const AS_SAID: Forms = { FORMS: new Set(), recognized: () => null };

/** What shows a sentence waits no longer for its translation. */
const PATIENCE_MS = 8_000;

/** @param fetchForms fetches them, with their translations */
export function sentencesBy(fetchForms: () => Promise<Forms>, patienceMs = PATIENCE_MS): Sentences {
  const listeners = new Set<() => void>();
  let forms: Forms | null = null;
  let coming: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;

  async function take(): Promise<void> {
    const found = await fetchForms();
    const isLate = forms !== null;
    forms = found;
    if (isLate) for (const listener of listeners) listener();
  }
  /** A failed fetch is tried again by the next call. */
  function fetchOnce(): Promise<void> {
    coming ??= take().catch(() => {
      coming = null;
    });
    return coming;
  }
  async function wait(): Promise<void> {
    await Promise.race([fetchOnce(), new Promise((over) => setTimeout(over, patienceMs))]);
    forms ??= AS_SAID;
    waiting = null;
  }
  whenReachable(() => {
    if (forms === AS_SAID) void fetchOnce();
  });
  return {
    get forms() {
      return forms;
    },
    fetch() {
      waiting ??= wait();
      return waiting;
    },
    whenLate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
