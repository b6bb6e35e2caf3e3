import { remember, remembered } from "../offline/remembered.ts";

const KEY = "wakelog.token";
const EMAIL_KEY = "wakelog.email";
/** The account that is known to have a boat: see known-boat.ts. */
export const BOAT_KEY = "wakelog.has-boat";
const listeners = new Set<() => void>();

/**
 * Why the user is signed out: the token expired, the session was ended elsewhere, or the user signed out here. Null
 * if there is nothing to explain.
 */
type SessionEnd = "expired" | "ended" | "signed-out" | null;
let lastEnd: SessionEnd = null;

function changed(): void {
  for (const listener of listeners) listener();
}

/** The signed-in user's token, or null. */
export function currentToken(): string | null {
  return remembered(KEY);
}

/** When a token expires, by its own claim; null if unknown. */
export function expiryOf(token: string | null): Date | null {
  const [, claims = ""] = (token ?? "").split(".");
  try {
    const parsed: unknown = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/")));
    const isKnown = typeof parsed === "object" && parsed !== null && "exp" in parsed;
    return isKnown && typeof parsed.exp === "number" ? new Date(parsed.exp * 1000) : null;
  } catch {
    return null;
  }
}

/** The e-mail address of the last sign-in, to fill in the form. */
export function lastEmail(): string {
  return remembered(EMAIL_KEY) ?? "";
}

/** Stores a new token. */
export function beginSession(token: string, email: string): void {
  remember(KEY, token);
  remember(EMAIL_KEY, email);
  lastEnd = null;
  changed();
}

/**
 * Forgets the token. If the session was ended on purpose, also deletes the service worker's cached responses; if the
 * user signed out here, also the address. Display settings are kept.
 */
export function endSession(reason: Exclude<SessionEnd, null>): void {
  remember(KEY, null);
  if (reason === "signed-out") remember(EMAIL_KEY, null);
  if (reason !== "expired") {
    remember(BOAT_KEY, null);
    deleteKeptAnswers().catch(() => {});
  }
  lastEnd = reason;
  changed();
}

async function deleteKeptAnswers(): Promise<void> {
  if (!("caches" in window)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("answers-")).map((name) => caches.delete(name)));
}

/** Why the last session ended. */
export function sessionEnd(): SessionEnd {
  return lastEnd;
}

/** Calls back at every sign-in or sign-out, in other tabs too. Returns a function that stops this. */
export function followSession(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
