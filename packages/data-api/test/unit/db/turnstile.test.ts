import fc from "fast-check";
import { expect, test } from "vitest";
import { PoolTimeoutError } from "../../../src/db/database.ts";
import { Turnstile } from "../../../src/db/turnstile.ts";

interface Visit {
  readonly key: string;
  /** Turns of the event loop before it comes, and that it stays. */
  readonly comes: number;
  readonly stays: number;
}

const visit = fc.record({
  key: fc.constantFrom("a", "b", "c"),
  comes: fc.nat(5),
  stays: fc.nat(5),
});

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

test("never are more inside than there are places; everybody is admitted, in the order of coming", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      async (visits, most) => {
        const turnstile = new Turnstile();
        const came = new Map<string, number[]>();
        const admitted = new Map<string, number[]>();
        const inside = new Map<string, number>();
        const note = (where: Map<string, number[]>, { key }: Visit, n: number): void => {
          where.set(key, [...(where.get(key) ?? []), n]);
        };
        await Promise.all(
          visits.map(async (one, n) => {
            await turns(one.comes);
            note(came, one, n);
            const leave = await turnstile.enter(one.key, most, 10_000);
            note(admitted, one, n);
            inside.set(one.key, (inside.get(one.key) ?? 0) + 1);
            expect(inside.get(one.key)).toBeLessThanOrEqual(most);
            await turns(one.stays);
            inside.set(one.key, (inside.get(one.key) ?? 0) - 1);
            leave();
            leave();
          }),
        );
        expect(admitted).toEqual(came);
        expect(turnstile.waiting).toBe(0);
      },
    ),
  );
});

test("a caller that has waited too long gets an error, and takes no place with it", async () => {
  const turnstile = new Turnstile();
  const leave = await turnstile.enter("a", 1, 10);
  await expect(turnstile.enter("a", 1, 10)).rejects.toThrow(PoolTimeoutError);
  expect(turnstile.waiting).toBe(0);
  leave();
  await turnstile.enter("a", 1, 10);
});
