/**
 * Changes made offline, sent once each and in order when the server is reachable, even across restarts of browser or
 * server. One tab sends at a time.
 */
import { useSyncExternalStore } from "react";
import { followSession, lastEmail } from "../session/token.ts";
import { alone } from "./alone.ts";
import { bodyOver, type Change, changeIn, type NewChange, type Refused, writtenBy } from "./change.ts";
import { askServer, isReachable, whenReachable } from "./connectivity.ts";
import { forget, keep, keptThings, whenLost } from "./device-store.ts";

/** The result of a sent change, with the id of an added row. */
export type Sent =
  | { readonly state: "done"; readonly id: number | null }
  | { readonly state: "later" }
  | { readonly state: "refused"; readonly refused: Refused };

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 120_000;
/** Lock: one tab at a time changes the queue. */
const CHANGING = "wakelog-outbox-changing";

const listeners = new Set<() => void>();
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("wakelog-outbox") : null;
let changes: readonly Change[] = [];
/** Until the queue of the last visit is read; without storage there is none. */
let firstRead: Promise<void> = Promise.resolve();
let deliver: ((change: Change) => Promise<Sent>) | null = null;
let afterwards: () => void = () => {};
let waitMs = FIRST_WAIT_MS;
let timer: number | undefined;
/** Ids of the rows this tab has added, by the key of the change. */
const added = new Map<string, number>();

async function reload(): Promise<void> {
  const account = lastEmail().toLowerCase();
  const all = (await keptThings("changes")).flatMap((kept) => changeIn(kept) ?? []);
  changes = all.filter((change) => change.account === account);
  for (const listener of listeners) listener();
}

/** Call after storing or deleting a change. */
async function tell(): Promise<void> {
  await reload();
  tabs?.postMessage("changed");
}

/** The signed-in user's changes, oldest first. */
export function waitingChanges(): readonly Change[] {
  return changes;
}

/** The same, once those of the last visit are known: the first responses may come before them. */
export async function knownChanges(): Promise<readonly Change[]> {
  await firstRead;
  return changes;
}

/** The signed-in user's changes, followed. */
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
 * Queues a change.
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

/** Stores this page's queue again after the browser has lost it. Changes sent twice are done once. */
async function restoreQueue(): Promise<void> {
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

/** Discards a change and those that follow it. */
export async function discardChange({ n, key }: Change): Promise<void> {
  await alone(CHANGING, async () => {
    await forget("changes", n);
    for (const next of changes) if (next.after === key) await forget("changes", next.n);
  });
  await tell();
  afterwards();
}

/** Resends a refused change; a stale one overwrites the other user's values, but only what it changes. */
export async function resendChange(change: Change, key: string): Promise<void> {
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

/** The outcome of changing a queued row. */
export type Amended = "done" | { readonly id: number } | "gone";

/**
 * Changes a row that is queued to be added.
 * @param columns the new values; null to drop the row
 * @param following queued after it if the server may already have it
 * @returns `done` if it will be sent so; its id if the server has it; `gone` if unknown
 */
export async function amend(key: string, columns: object | null, following: NewChange): Promise<Amended> {
  const amended = await alone(CHANGING, async (): Promise<Amended> => {
    await reload();
    const change = changes.find((one) => one.key === key);
    if (change === undefined) {
      const id = added.get(key);
      return id === undefined ? "gone" : { id };
    }
    // Before the row's id is known and its followers are looked up.
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
 * Starts sending the queue, now and whenever the server becomes reachable.
 * @param how sends one change
 * @param then is called after a change that pages show
 */
export function sendChangesBy(how: (change: Change) => Promise<Sent>, then: () => void): void {
  deliver = how;
  afterwards = then;
  tabs?.addEventListener("message", () => void reload().then(sendSoon, () => {}));
  whenReachable(sendSoon);
  whenLost(() => void restoreQueue().catch(() => {}));
  // Each user's changes are sent only in that user's session.
  followSession(() => void reload().then(sendSoon, () => {}));
  firstRead = reload().catch(() => {});
  void firstRead.then(sendSoon);
}

function sendSoon(): void {
  window.clearTimeout(timer);
  // Starts again once the server is reachable.
  if (deliver === null || !isReachable() || !changes.some(isNext)) return;
  const sending = alone("wakelog-outbox", sendAll, "or not at all").catch(() => false);
  void sending.then((isDone) => {
    if (isDone === true) waitMs = FIRST_WAIT_MS;
    // A change may have come after the last look, and another tab may close before it finishes.
    if (!changes.some(isNext)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(sendSoon, waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  });
}

/** @returns whether nothing is left to send */
async function sendAll(): Promise<boolean> {
  // After a failed attempt a change can no longer be taken back.
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

/** The next change, frozen from now on; null if there is none. */
async function takeNext(): Promise<Change | null> {
  // Another tab may have sent some.
  await reload();
  const next = changes.find((change) => isNext(change)) ?? null;
  if (next !== null && !next.sent) await keep("changes", { ...next, sent: true });
  return next;
}

/** Whether a change can be sent: neither it nor an earlier one of the same row was refused. */
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
  // A follower may have been queued in the meantime.
  await reload();
  if (sent.state === "refused") {
    await keep("changes", { ...change, sent: true, refused: sent.refused });
    return;
  }
  // Give followers the row's id before this change is deleted.
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
