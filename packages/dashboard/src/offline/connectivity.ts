import { useSyncExternalStore } from "react";

/** Time-out of the reachability request. */
const PATIENCE_MS = 15_000;
/** First retry; later ones back off. */
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
    timer = window.setTimeout(checkServer, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
  if (answers === reachable) return;
  reachable = answers;
  for (const listener of listeners) listener();
}

/** After a request without a response: checks whether the API is reachable. A single failure proves little. */
export function checkServer(): void {
  if (asking) return;
  asking = true;
  void askServer().finally(() => {
    asking = false;
  });
}

/** Checks the API before sending something that cannot be taken back. */
export async function askServer(): Promise<boolean> {
  if (askApi === null) return reachable;
  const answers = await askApi(AbortSignal.timeout(PATIENCE_MS)).then(
    () => true,
    () => false,
  );
  judge(answers);
  return answers;
}

/** The result of the last reachability check. */
export function isReachable(): boolean {
  return reachable;
}

/** Call after any response of the API. */
export function serverResponded(): void {
  if (!reachable) judge(true);
}

/** Starts checking reachability with a request that resolves if the API responds. */
export function checkServerBy(ask: (signal: AbortSignal) => Promise<unknown>): void {
  askApi = ask;
  reachable = navigator.onLine;
  // A change of the network is a reason to check, not an answer: a server on board is reachable without the internet.
  window.addEventListener("online", checkServer);
  window.addEventListener("offline", checkServer);
  document.addEventListener("visibilitychange", () => {
    if (!reachable && !document.hidden) checkServer();
  });
  if (!reachable) checkServer();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back each time the server becomes reachable again. */
export function whenReachable(call: () => void): void {
  subscribe(() => {
    if (reachable) call();
  });
}

/** Whether the server is reachable, as far as known. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => reachable);
}
