import { useSyncExternalStore } from "react";

const KEY = "wakelog.token";
const EMAIL_KEY = "wakelog.email";
const listeners = new Set<() => void>();

/** Why nobody is signed in; null if there is nothing to explain. */
type SessionEnd = "expired" | "signed-out" | null;
let lastEnd: SessionEnd = null;

function changed(): void {
  for (const listener of listeners) listener();
}

/** The token of the person who is signed in, or null. */
export function currentToken(): string | null {
  return localStorage.getItem(KEY);
}

/** The e-mail address that signed in last, to fill in the form. */
export function lastEmail(): string {
  return localStorage.getItem(EMAIL_KEY) ?? "";
}

/** Stores a new token. */
export function beginSession(token: string, email: string): void {
  localStorage.setItem(KEY, token);
  localStorage.setItem(EMAIL_KEY, email);
  lastEnd = null;
  changed();
}

/** Forgets the token; if the person signed out, the stored answers of the API too. */
export function endSession(reason: Exclude<SessionEnd, null>): void {
  localStorage.removeItem(KEY);
  lastEnd = reason;
  if (reason === "signed-out" && "caches" in window) {
    void caches.keys().then((names) => {
      for (const name of names) if (name.startsWith("answers-")) void caches.delete(name);
    });
  }
  changed();
}

/** Why the last session ended. */
export function sessionEnd(): SessionEnd {
  return lastEnd;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The current token, followed through sign-in and sign-out, in other tabs too. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, currentToken);
}
