/**
 * Limits shared by all processes: requests of the last minute, limited slots, and recent writers. The first process
 * keeps them and the others ask it, so limits are exactly those of a single process.
 */

import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { type Gate, type Leave, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import { type CountRequest, RequestCounts } from "@wakelog/data-api/http/request/counts.ts";
import { z } from "zod";
import { type RecentWrites, recentWrites } from "../limits/recent-writes.ts";
import type { Line } from "./line.ts";

const visit = z.object({
  key: z.string(),
  most: z.number(),
  waitMs: z.number(),
  /** Null for no limit. */
  queue: z.number().nullable(),
});
const count = z.object({ requests: z.number(), seconds: z.number() });

/** The shared counts. */
export interface CommonCounts {
  /** Serves a process while it lives. @returns a function that frees its slots, to be called when it has ended */
  serve(line: Line): () => void;
}

/** The counts themselves, in the first process. */
export function commonCounts(): CommonCounts {
  const requests = new RequestCounts();
  const turnstile = new Turnstile();
  const writes = recentWrites();
  return {
    serve(line) {
      const inside = new Map<number, Leave>();
      let last = 0;
      let isGone = false;
      line.on("count", (caller) => requests.count(z.string().parse(caller), performance.now()));
      line.on("wrote", (writer) => writes.note(z.string().parse(writer)));
      line.on("hasWritten", (writer) => writes.has(z.string().parse(writer)));
      line.on("enter", async (request) => {
        const { key, most, waitMs, queue } = visit.parse(request);
        try {
          const leave = await turnstile.enter(key, most, waitMs, queue ?? undefined);
          const place = ++last;
          if (isGone) leave();
          else inside.set(place, leave);
          return place;
        } catch (cause) {
          if (cause instanceof PoolTimeoutError) return null;
          throw cause;
        }
      });
      line.on("leave", (place) => {
        const number = z.number().parse(place);
        inside.get(number)?.();
        inside.delete(number);
      });
      return () => {
        isGone = true;
        for (const leave of inside.values()) leave();
        inside.clear();
      };
    },
  };
}

/** Counts a request in the first process. */
export function countTogether(line: Line): CountRequest {
  return async (caller) => count.parse(await line.ask("count", caller));
}

/** Recent writers of all processes. */
export function writesTogether(line: Line): RecentWrites {
  return {
    note: async (writer) => void (await line.ask("wrote", writer)),
    has: async (writer) => z.boolean().parse(await line.ask("hasWritten", writer)),
  };
}

/** A turnstile shared by all processes. */
export function gateTogether(line: Line): Gate {
  return {
    async enter(key, most, waitMs, queue) {
      const place = await line.ask("enter", { key, most, waitMs, queue: queue ?? null });
      if (place === null) throw new PoolTimeoutError("others have not finished");
      return () => line.tell("leave", place);
    },
  };
}
