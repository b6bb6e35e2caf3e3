import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mapInSlices, slices } from "../../src/time/slices.ts";

/** Keeps the processor busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** How long the event loop was held at worst, milliseconds. */
async function worstHold(during: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await during();
  delay.disable();
  return delay.max / 1e6;
}

it("maps as an array does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer()), async (items) => {
      expect(await mapInSlices(items, (one) => one * 2)).toEqual(items.map((one) => one * 2));
    }),
  );
});

it("lets others have their turn, however many work at the same time", async () => {
  const tasks = Array.from({ length: 20 }, () =>
    mapInSlices(
      Array.from({ length: 40 }, () => 1),
      work,
    ),
  );
  // All at once they would hold it for 800 ms, and slices one after the other in one turn for 200 ms.
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await Promise.all(tasks);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(40);
});

it("does not wait while the slice lasts", async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  const pause = slices();
  for (let i = 0; i < 5; i++) await pause();
  expect(turned).toBe(false);
  // On a busy machine any hold may look long; a slice's own hold occurs each time.
  const holds: number[] = [];
  while (holds.length < 4 && !holds.some((hold) => hold < 200)) {
    holds.push(
      await worstHold(async () => {
        for (let i = 0; i < 300; i++) {
          work(1);
          await pause();
        }
      }),
    );
  }
  expect(Math.min(...holds), `${holds.join(", ")} ms`).toBeLessThan(200);
  expect(turned).toBe(true);
});
