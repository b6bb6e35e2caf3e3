import { useSyncExternalStore } from "react";
import { currentToken, followSession } from "./token.ts";

/** The current token, followed through sign-in and sign-out, in other tabs too. */
export function useToken(): string | null {
  return useSyncExternalStore(followSession, currentToken);
}
