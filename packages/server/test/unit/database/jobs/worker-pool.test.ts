import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createWorkerPool } from "../../../../src/database/jobs/worker-pool.ts";

/** Long enough that no lane looks by the clock while a test runs. */
const NEVER = 3_600_000;

/** Lets everything that is ready go on. */
const settle = (): Promise<void> => sleep(1);

/** Work of a given duration that counts its workers. */
function harbour(lanes: number) {
  const waiting: number[] = [];
  const done: number[] = [];
  const inHand: { readonly number: number; readonly finish: () => void }[] = [];
  let looks = 0;
  let most = 0;
  const pool = createWorkerPool({
    lanes,
    async serve(taken) {
      for (;;) {
        looks++;
        await Promise.resolve();
        const number = waiting.shift();
        if (number === undefined) return;
        taken();
        await new Promise<void>((finish) => {
          inHand.push({ number, finish });
          most = Math.max(most, inHand.length);
        });
        done.push(number);
      }
    },
    untilNextPoll: async () => NEVER,
    failed: () => NEVER,
  });
  return {
    pool,
    done,
    inHand,
    looks: () => looks,
    most: () => most,
    come(number: number) {
      waiting.push(number);
      pool.call();
    },
    finish(n: number) {
      const [one] = inHand.splice(n % Math.max(1, inHand.length), 1);
      one?.finish();
    },
  };
}

test("handles all work, with as many lanes as there is work for", async () => {
  const steps = fc.array(fc.oneof(fc.constant("come" as const), fc.nat({ max: 5 })), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (lanes, happens) => {
      const at = harbour(lanes);
      let came = 0;
      for (const step of happens) {
        if (step === "come") at.come(came++);
        else at.finish(step);
        if (step !== "come") await settle();
        expect(at.inHand.length).toBeLessThanOrEqual(lanes);
      }
      await settle();
      expect(at.inHand.length).toBe(Math.min(lanes, came - at.done.length));
      while (at.inHand.length > 0) {
        at.finish(0);
        await settle();
      }
      expect([...at.done].sort((a, b) => a - b)).toEqual(Array.from({ length: came }, (_, n) => n));
      await at.pool.stop();
    }),
    { numRuns: 50 },
  );
});

test("polls with one lane while idle, once per call", async () => {
  const { pool, looks } = harbour(3);
  pool.call();
  await settle();
  expect(looks()).toBe(1);
  await pool.stop();
});

test("polls again after the given delay, also after a failure, and never after stop", async () => {
  let looks = 0;
  const failures: unknown[] = [];
  const pool = createWorkerPool({
    lanes: 2,
    async serve() {
      looks++;
      if (looks === 2) throw new Error("the database is away");
    },
    untilNextPoll: async () => 5,
    failed(cause) {
      failures.push(cause);
      return 5;
    },
  });
  pool.call();
  await expect.poll(() => looks).toBeGreaterThan(3);
  expect(failures).toEqual([new Error("the database is away")]);
  await pool.stop();
  const until = looks;
  await sleep(30);
  expect(looks).toBe(until);
});
