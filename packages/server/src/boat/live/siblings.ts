/** Other processes on the same port: a reconnecting client may reach a different one. */
import { z } from "zod";
import { LIVE_KINDS, type LiveEvent } from "./hub.ts";

export interface Siblings {
  /** A boat's events after the given one, from a sibling; null if none knows it. */
  missed(vessel: string, after: string): Promise<readonly LiveEvent[] | null>;
  /** Handles the same query from siblings. */
  answer(missed: (vessel: string, after: string) => readonly LiveEvent[] | null): void;
}

const events = z.array(z.object({ id: z.string(), kind: z.enum(LIVE_KINDS), data: z.string() }));
const question = z.object({ vessel: z.string(), after: z.string() });

/** Processes receive events at about the same time; wait this long for slower ones, milliseconds. */
const BEHIND_MS = 250;

/**
 * Siblings over messages.
 * @param ask queries all processes
 * @param listen handles a query from one of them
 */
export function siblingsBy(
  ask: (query: unknown) => Promise<unknown>,
  listen: (answer: (query: unknown) => unknown) => void,
): Siblings {
  return {
    async missed(vessel, after) {
      // Lets a slower process forward what this one has already dropped.
      await new Promise((done) => setTimeout(done, BEHIND_MS));
      const answers = z.array(z.unknown()).parse(await ask({ vessel, after }));
      const found = answers.map((one) => events.safeParse(one)).find(({ success }) => success);
      return found?.data ?? null;
    },
    answer(missed) {
      listen((query) => {
        const { vessel, after } = question.parse(query);
        return missed(vessel, after);
      });
    },
  };
}
