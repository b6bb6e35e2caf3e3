import { useSyncExternalStore } from "react";

/** How long the API may take to say that it is there. */
const PATIENCE_MS = 15_000;
/** While it is not there it is asked again: soon at first, then less and less often. */
const FIRST_WAIT_MS = 4_000;
const LONGEST_WAIT_MS = 30_000;

const listeners = new Set<() => void>();
let reachable = true;
let asking = false;
let waitMs = FIRST_WAIT_MS;
let timer: number | undefined;
let askApi: ((signal: AbortSignal) => Promise<unknown>) | null = null;

function judge(answers: boolean): void {
  window.clearTimeout(timer);
  if (answers) waitMs = FIRST_WAIT_MS;
  else {
    timer = window.setTimeout(doubtServer, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
  if (answers === reachable) return;
  reachable = answers;
  for (const listener of listeners) listener();
}

/** Something went unanswered: asks the API whether it is there. One request that fails says little by itself. */
export function doubtServer(): void {
  if (asking) return;
  asking = true;
  void askServer().finally(() => {
    asking = false;
  });
}

/** Asks the API whether it is there, before sending something that must not be sent in vain. */
export async function askServer(): Promise<boolean> {
  if (askApi === null) return reachable;
  const answers = await askApi(AbortSignal.timeout(PATIENCE_MS)).then(
    () => true,
    () => false,
  );
  judge(answers);
  return answers;
}

/** Whether the server could be reached when it was last asked. */
export function isReachable(): boolean {
  return reachable;
}

/** The API has answered, whatever it said. */
export function heardFromServer(): void {
  if (!reachable) judge(true);
}

/** Judges from now on, by a request that resolves if the API answers. */
export function judgeBy(ask: (signal: AbortSignal) => Promise<unknown>): void {
  askApi = ask;
  reachable = navigator.onLine;
  // A link that comes or goes is a reason to ask, not an answer: a server aboard is there without the internet.
  window.addEventListener("online", doubtServer);
  window.addEventListener("offline", doubtServer);
  document.addEventListener("visibilitychange", () => {
    if (!reachable && !document.hidden) doubtServer();
  });
  if (!reachable) doubtServer();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back whenever the server has become reachable again. */
export function whenReachable(call: () => void): void {
  subscribe(() => {
    if (reachable) call();
  });
}

/** Whether the server can be reached, as far as is known. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
