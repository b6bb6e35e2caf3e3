/** Recent writers, who must read from the primary. */

import { LATEST_MS } from "@wakelog/data-api/db/replica.ts";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import { networkOf } from "../../people/accounts/addresses.ts";
import { nameOf } from "./caller-limits.ts";

/** Writers of the last five seconds, of one process or of all. */
export interface RecentWrites {
  /** Records a write that begins now. */
  note(writer: string): Promise<void>;
  /** Whether this writer wrote in the last five seconds. */
  has(writer: string): Promise<boolean>;
}

/** Recent writers of this process. @param now milliseconds of a monotonic clock */
export function recentWrites(now: () => number = () => performance.now()): RecentWrites {
  /** Time of each writer's last write; `old` has those who have not written since `young` was begun. */
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let begun = now();
  return {
    async note(writer) {
      const at = now();
      if (at - begun > LATEST_MS) {
        old = at - begun > 2 * LATEST_MS ? new Map() : young;
        young = new Map();
        begun = at;
      }
      young.set(writer, at);
    },
    async has(writer) {
      const at = young.get(writer) ?? old.get(writer);
      return at !== undefined && now() - at <= LATEST_MS;
    },
  };
}

/** Greatest clock difference between servers that issue tokens, milliseconds. */
const CLOCKS_MS = 1_000;

/**
 * Identifies writers by account, boat, or an anonymous caller's network. A user with a fresh token counts as a writer,
 * because signing in wrote anonymously.
 */
export function writersOf(writes: RecentWrites): {
  readonly noteWrite: (caller: Caller, address: string) => Promise<void>;
  readonly hasWritten: (caller: Caller, address: string) => Promise<boolean>;
} {
  return {
    // If the first process is gone, this one ends too and answers nothing.
    noteWrite: (caller, address) => writes.note(writerOf(caller, address)).catch(() => {}),
    async hasWritten(caller, address) {
      const { iat } = caller.claims;
      if (typeof iat === "number" && Date.now() - iat * 1000 <= LATEST_MS + CLOCKS_MS) return true;
      return writes.has(writerOf(caller, address)).catch(() => true);
    },
  };
}

function writerOf(caller: Caller, address: string): string {
  return caller.role === "anonymous"
    ? `stranger ${networkOf(address)}`
    : `${caller.role} ${String(nameOf(caller))}`;
}
