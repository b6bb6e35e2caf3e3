/** Other processes that answer on the same port: a client that comes back may reach another one than before. */
import { z } from "zod";
import { LIVE_KINDS, type LiveEvent } from "./hub.ts";

export interface Siblings {
  /** The events of a boat since this one, from one of them; null if none knows this one. */
  missed(vessel: string, after: string): Promise<readonly LiveEvent[] | null>;
  /** Answers the same question of theirs from now on. */
  answer(missed: (vessel: string, after: string) => readonly LiveEvent[] | null): void;
}

const events = z.array(z.object({ id: z.string(), kind: z.enum(LIVE_KINDS), data: z.string() }));
const question = z.object({ vessel: z.string(), after: z.string() });

/** All processes hear of what happens at the same time, but none waits for another one, milliseconds. */
const BEHIND_MS = 250;

/**
 * Siblings that are asked by messages.
 * @param ask the answers of all processes to a question
 * @param listen answers a question that comes from one of them
 */
export function siblingsBy(
  ask: (asked: unknown) => Promise<unknown>,
  listen: (answer: (asked: unknown) => unknown) => void,
): Siblings {
  return {
    async missed(vessel, after) {
      // So that a slower one has passed on by then what is no longer passed on here.
      await new Promise((done) => setTimeout(done, BEHIND_MS));
      const answers = z.array(z.unknown()).parse(await ask({ vessel, after }));
      const found = answers.map((one) => events.safeParse(one)).find(({ success }) => success);
      return found?.data ?? null;
    },
    answer(missed) {
      listen((asked) => {
        const { vessel, after } = question.parse(asked);
        return missed(vessel, after);
      });
    },
  };
}
