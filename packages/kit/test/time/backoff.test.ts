import fc from "fast-check";
import { expect, it } from "vitest";
import { backoff } from "../../src/time/backoff.ts";

it("waits at least as long as it says, twice as long each time, up to the longest", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (first, longest, attempts) => {
        const waits: number[] = [];
        const began = performance.now();
        for await (const wait of backoff(new AbortController().signal, first, longest)) {
          if (waits.push(wait) === attempts) break;
        }
        const total = waits.reduce((sum, wait) => sum + wait, 0);
        // A timer of Node's may fire up to a millisecond early.
        expect(performance.now() - began).toBeGreaterThanOrEqual(total - attempts);
        expect(waits).toEqual(Array.from({ length: attempts }, (_, i) => Math.min(first * 2 ** i, longest)));
      },
    ),
    { numRuns: 30 },
  );
});

it("ends in the middle of a wait when its signal aborts, and never begins after that", async () => {
  const stopping = new AbortController();
  const began = performance.now();
  setTimeout(() => stopping.abort(), 20);
  const waits: number[] = [];
  for await (const wait of backoff(stopping.signal, 60_000, 60_000)) waits.push(wait);
  for await (const wait of backoff(stopping.signal, 1, 1)) waits.push(wait);
  expect(waits).toEqual([]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
