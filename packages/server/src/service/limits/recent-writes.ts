/** Who has written lately, and so must read from the primary. */

import { LATEST_MS } from "@wakelog/data-api/db/replica.ts";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import { networkOf } from "../../people/accounts/addresses.ts";
import { nameOf } from "./caller-limits.ts";

/** Writers of the last five seconds, of one process or of all. */
export interface RecentWrites {
  /** Records a write that begins now. */
  note(writer: string): Promise<void>;
  /** Whether this writer has written in the last five seconds. */
  has(writer: string): Promise<boolean>;
}

/** Those of this process. @param now milliseconds of a clock that does not go back */
export function recentWrites(now: () => number = () => performance.now()): RecentWrites {
  /** The time of each writer; the second map has those who have not written since the first one was begun. */
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

/** How far the clocks of servers that issue tokens may be apart, in milliseconds. */
const CLOCKS_MS = 1_000;

/**
 * Tells a request's writer, and whether a caller has written, by the account, the boat, or a stranger's network. A user who
 * has just got a token has written too: as a stranger, who signed in.
 */
export function writersOf(writes: RecentWrites): {
  readonly noteWrite: (caller: Caller, address: string) => Promise<void>;
  readonly hasWritten: (caller: Caller, address: string) => Promise<boolean>;
} {
  return {
    // The line to the first process ends with this process, which then answers no request.
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
