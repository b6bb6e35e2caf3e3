/**
 * Changes that were made without a link: they are sent in their order when the server answers again, each once,
 * whatever happens to the browser or the server meanwhile. One tab sends at a time.
 */
import { useSyncExternalStore } from "react";
import { followSession, lastEmail } from "../session/token.ts";
import { alone } from "./alone.ts";
import { bodyOver, type Change, changeIn, type NewChange, type Refused, writtenBy } from "./change.ts";
import { askServer, isReachable, whenReachable } from "./connectivity.ts";
import { forget, keep, keptThings, whenLost } from "./device-store.ts";

/** What became of a change that was sent; the number of the row that it added, if it added one. */
export type Sent =
  | { readonly state: "done"; readonly id: number | null }
  | { readonly state: "later" }
  | { readonly state: "refused"; readonly refused: Refused };

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 120_000;
/** One tab at a time changes what waits. */
const CHANGING = "wakelog-outbox-changing";

const listeners = new Set<() => void>();
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("wakelog-outbox") : null;
let changes: readonly Change[] = [];
let deliver: ((change: Change) => Promise<Sent>) | null = null;
let afterwards: () => void = () => {};
let waitMs = FIRST_WAIT_MS;
let timer: number | undefined;
/** The rows that this tab has sent, by the keys of the changes that added them. */
const added = new Map<string, number>();

async function reload(): Promise<void> {
  const account = lastEmail().toLowerCase();
  const all = (await keptThings("changes")).flatMap((kept) => changeIn(kept) ?? []);
  changes = all.filter((change) => change.account === account);
  for (const listener of listeners) listener();
}

/** Called after something was stored or deleted. */
async function tell(): Promise<void> {
  await reload();
  tabs?.postMessage("changed");
}

/** The changes of the person who is signed in, oldest first. */
export function waitingChanges(): readonly Change[] {
  return changes;
}

/** The same, followed. */
export function useWaitingChanges(): readonly Change[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => changes,
  );
}

/**
 * Keeps a change until the server has it.
 * @param so whether it was sent already, so that the server may have it; and why it was refused, if it was
 */
export async function postpone(
  change: NewChange,
  so: { readonly sent: boolean; readonly refused?: Refused },
): Promise<void> {
  await add(change, so);
  await tell();
  sendSoon();
}

/** Keeps again what this page knows to wait, where the browser has forgotten it. Sent twice, it is done once. */
async function keepAgain(): Promise<void> {
  await alone(CHANGING, async () => {
    const known = changes;
    const kept = new Set((await keptThings("changes")).map((one) => changeIn(one)?.key));
    for (const change of known) if (!kept.has(change.key)) await keep("changes", change);
  });
  await tell();
  sendSoon();
}

async function add(
  change: NewChange,
  { sent, refused }: { readonly sent: boolean; readonly refused?: Refused },
): Promise<void> {
  const account = lastEmail().toLowerCase();
  await keep("changes", { ...change, account, made: Date.now(), sent, refused: refused ?? null });
}

/** Discards a change, and those that were to follow it. */
export async function giveUp({ n, key }: Change): Promise<void> {
  await alone(CHANGING, async () => {
    await forget("changes", n);
    for (const next of changes) if (next.after === key) await forget("changes", next.n);
  });
  await tell();
  afterwards();
}

/** Sends a refused change once more; a stale one replaces what the other person wrote, as far as it changes it. */
export async function tryAgain(change: Change, key: string): Promise<void> {
  const stale = change.refused?.stale ?? null;
  const version = stale?.version ?? change.version;
  const body = stale?.stored == null ? change.body : bodyOver(change, stale.stored);
  await alone(CHANGING, async () => {
    await reload();
    await keep("changes", { ...change, key, version, body, sent: false, refused: null });
    for (const next of changes) if (next.after === change.key) await keep("changes", { ...next, after: key });
  });
  await tell();
  sendSoon();
}

/** The outcome for a row that was to be added, and has been changed since. */
export type Amended = "done" | { readonly id: number } | "gone";

/**
 * Changes what a waiting change adds.
 * @param columns what it is to add instead of what it has in them; null if it is not wanted at all
 * @param following what is kept to follow it if the server may have it already
 * @returns `done` if that is what will be sent; its number if the server has it; `gone` if unknown
 */
export async function amend(key: string, columns: object | null, following: NewChange): Promise<Amended> {
  const amended = await alone(CHANGING, async (): Promise<Amended> => {
    await reload();
    const change = changes.find((one) => one.key === key);
    if (change === undefined) {
      const id = added.get(key);
      return id === undefined ? "gone" : { id };
    }
    // Before anybody learns the number of the row, and looks for what follows.
    if (change.sent) await add(following, { sent: false });
    else if (columns === null) await forget("changes", change.n);
    else await keep("changes", { ...change, body: JSON.stringify({ ...writtenBy(change), ...columns }) });
    await tell();
    return "done";
  });
  sendSoon();
  return amended;
}

/**
 * Begins to send what waits, now and whenever the server can be reached.
 * @param how sends one change
 * @param then is called when something that pages show was sent
 */
export function sendChangesBy(how: (change: Change) => Promise<Sent>, then: () => void): void {
  deliver = how;
  afterwards = then;
  tabs?.addEventListener("message", () => void reload().then(sendSoon, () => {}));
  whenReachable(sendSoon);
  whenLost(() => void keepAgain().catch(() => {}));
  // Each user's changes wait for that user alone.
  followSession(() => void reload().then(sendSoon, () => {}));
  // A browser that keeps nothing has nothing to send.
  reload().then(sendSoon, () => {});
}

function sendSoon(): void {
  window.clearTimeout(timer);
  // It begins again once the server can be reached.
  if (deliver === null || !isReachable() || !changes.some(isNext)) return;
  const sending = alone("wakelog-outbox", sendAll, "or not at all").catch(() => false);
  void sending.then((isDone) => {
    if (isDone === true) waitMs = FIRST_WAIT_MS;
    // One may have come after the last look; and another tab that is at it may be closed before it is done.
    if (!changes.some(isNext)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(sendSoon, waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  });
}

/** @returns whether nothing is left that could be sent */
async function sendAll(): Promise<boolean> {
  // What is sent in vain cannot be taken back any more.
  if (!(await askServer())) return false;
  let hasSent = false;
  try {
    for (;;) {
      const next = await alone(CHANGING, takeNext);
      if (next === null || deliver === null) return true;
      const sent = await deliver(next);
      if (sent.state === "later") return false;
      await alone(CHANGING, () => settle(next, sent));
      hasSent = true;
      await tell();
    }
  } finally {
    if (hasSent) afterwards();
  }
}

/** The next change to send, which must not change from now on; null if there is none. */
async function takeNext(): Promise<Change | null> {
  // Another tab may have sent some.
  await reload();
  const next = changes.find((change) => isNext(change)) ?? null;
  if (next !== null && !next.sent) await keep("changes", { ...next, sent: true });
  return next;
}

/** Whether a change may be sent: it was not refused, and nothing before it about the same row was. */
function isNext(change: Change): boolean {
  if (change.refused !== null) return false;
  return !changes.some(
    ({ n, key, refused, resource, id }) =>
      key === change.after ||
      (n < change.n && refused !== null && id !== null && id === change.id && resource === change.resource),
  );
}

async function settle(change: Change, sent: Sent): Promise<void> {
  if (sent.state === "later") return;
  // Something that follows it may have been kept meanwhile.
  await reload();
  if (sent.state === "refused") {
    await keep("changes", { ...change, sent: true, refused: sent.refused });
    return;
  }
  // What follows learns which row it is about, before the change that knows it is gone.
  if (sent.id !== null) {
    added.set(change.key, sent.id);
    for (const next of changes) {
      if (next.after !== change.key) continue;
      const path = `/${next.resource}?id=eq.${sent.id}`;
      await keep("changes", { ...next, after: null, id: sent.id, path });
    }
  }
  await forget("changes", change.n);
}
