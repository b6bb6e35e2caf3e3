import { setTimeout as sleep } from "node:timers/promises";
import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, openLine } from "../../../../src/service/processes/line.ts";
import { commonCounts, countTogether, gateTogether } from "../../../../src/service/processes/together.ts";

/** Two ends of a channel that passes JSON on, as the one between two processes does. */
function twoEnds(): {
  readonly here: Line;
  readonly there: Line;
  readonly messages: () => number;
  readonly end: () => void;
} {
  const ears: ((message: unknown) => void)[] = [];
  const gone: (() => void)[] = [];
  let messages = 0;
  const wire = (other: number) => ({
    send(message: unknown) {
      messages++;
      const text = JSON.stringify(message);
      setImmediate(() => ears[other]?.(JSON.parse(text)));
    },
    onMessage: (receive: (message: unknown) => void) => void ears.push(receive),
    onEnd: (end: () => void) => void gone.push(end),
  });
  const here = openLine(wire(1));
  const there = openLine(wire(0));
  const end = (): void => {
    for (const one of gone) one();
  };
  return { here, there, messages: () => messages, end };
}

describe("a line between two processes", () => {
  it("matches answers to questions in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 20 }), async (waits) => {
        const { here, there } = twoEnds();
        there.on("echo", async (value) => {
          await sleep(Number(value));
          return { value };
        });
        const answers = await Promise.all(waits.map((wait) => here.ask("echo", wait)));
        expect(answers).toEqual(waits.map((value) => ({ value })));
      }),
      { numRuns: 20 },
    );
  });

  it("sends simultaneous questions in one message", async () => {
    const { here, there, messages } = twoEnds();
    there.on("echo", (value) => value);
    await Promise.all(Array.from({ length: 100 }, (_, n) => here.ask("echo", n)));
    expect(messages()).toBe(2);
  });

  it("rejects if the handler fails, is missing, or the other process ends", async () => {
    const { here, there, end } = twoEnds();
    there.on("fails", () => {
      throw new Error("the reason");
    });
    there.on("never", () => new Promise(() => {}));
    await expect(here.ask("fails")).rejects.toThrow("the reason");
    await expect(here.ask("unknown")).rejects.toThrow('no handler for "unknown"');
    const asked = here.ask("never");
    end();
    await expect(asked).rejects.toThrow("gone");
    await expect(here.ask("never")).rejects.toThrow("gone");
  });
});

describe("what counts for all processes", () => {
  it("keeps one count for all processes", async () => {
    const counts = commonCounts();
    const lines = [twoEnds(), twoEnds(), twoEnds()];
    for (const { there } of lines) counts.serve(there);
    const found = await Promise.all(
      Array.from({ length: 30 }, (_, n) => countTogether((lines[n % 3] ?? twoEnds()).here)("a caller")),
    );
    expect(found.map(({ requests }) => requests).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
  });

  it("admits up to its limit and frees the places of a process that ended", async () => {
    const counts = commonCounts();
    const [one, other] = [twoEnds(), twoEnds()];
    const finishOne = counts.serve(one.there);
    counts.serve(other.there);
    const [here, there] = [gateTogether(one.here), gateTogether(other.here)];
    const leave = await here.enter("berth", 2, 1_000);
    await here.enter("berth", 2, 1_000);
    await expect(there.enter("berth", 2, 20)).rejects.toThrow(PoolTimeoutError);
    await expect(there.enter("berth", 2, 1_000, 0)).rejects.toThrow(PoolTimeoutError);
    leave();
    const third = await there.enter("berth", 2, 1_000);
    third();
    await there.enter("berth", 2, 1_000);
    // It waits for a place of the process that ends now.
    const waiting = there.enter("berth", 2, 5_000);
    finishOne();
    await waiting;
  });
});
