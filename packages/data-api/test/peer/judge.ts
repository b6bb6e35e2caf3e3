/** Finds unexplained differences between two responses. */
import { differences } from "./comparison.ts";
import { knownDifference } from "./differences/known-differences.ts";
import { areSame, type Compared } from "./evidence.ts";
import type { Pair } from "./pair.ts";
import { type PeerAnswer, type PeerRequest, shown, undone } from "./request.ts";

export interface Judge {
  /** Titles of the known differences that were met. */
  readonly met: ReadonlySet<string>;
  /** Unexplained differences; empty if there are none. */
  unexplained(asked: PeerRequest): Promise<readonly string[]>;
}

/** @param pairNow both programs, which may be started after this */
export function judgeOf(pairNow: () => Pair): Judge {
  const met = new Set<string>();

  /** Explanations need bodies; for HEAD, those of the same GET are used. */
  const isKnown = async (request: PeerRequest, theirs: PeerAnswer, ours: PeerAnswer): Promise<boolean> => {
    const pair = pairNow();
    const ask = { theirs: pair.theirs.send, ours: pair.ours.send };
    let compared: Compared = { request, theirs, ours, ask };
    if (request.method === "HEAD") {
      // Both take rows of a range for a GET only.
      const { Range: _, ...headers } = request.headers;
      const get = { ...request, method: "GET", headers };
      const whole = { request: get, theirs: await ask.theirs(get), ours: await ask.ours(get), ask };
      const isHead = (head: PeerAnswer, { headers, status }: PeerAnswer): boolean =>
        areSame(head, { headers, status, body: "" });
      if (!isHead(ours, whole.ours)) return false;
      // Theirs does not build the body for HEAD, and so may miss its faults.
      if (isHead(theirs, whole.theirs)) compared = whole;
    }
    const known = await knownDifference(compared);
    if (known !== null) met.add(known.title);
    return known !== null;
  };

  const unexplained = async (asked: PeerRequest): Promise<readonly string[]> => {
    const pair = pairNow();
    const request = undone(asked);
    const theirs = await pair.theirs.send(request);
    const ours = await pair.ours.send(request);
    const found = differences(theirs, ours);
    if (found.length === 0 || (await isKnown(request, theirs, ours))) return [];
    return [
      shown(request),
      ...found.map((one) => `  ${one.where}\n    theirs: ${one.theirs}\n    ours:   ${one.ours}`),
    ];
  };

  return { met, unexplained };
}
