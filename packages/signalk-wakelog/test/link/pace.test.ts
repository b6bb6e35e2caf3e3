import { describe, expect, it } from "vitest";
import { left, nothingSpent, spend } from "../../src/link/budget.ts";
import { Pace } from "../../src/link/pace.ts";

const pace = () => new Pace(() => 0.5);

describe("failures", () => {
  it("wait five seconds, doubled to ten minutes", () => {
    const one = pace();
    const waits = Array.from({ length: 9 }, () => {
      one.failed(0, "network", null);
      return one.notBefore / 1000;
    });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
    one.succeeded(0, false, 100, 10);
    one.failed(0, "network", null);
    expect(one.notBefore).toBe(5000);
  });

  it("obey Retry-After, and wait an hour when the key is refused", () => {
    const one = pace();
    one.failed(0, "network", 120);
    expect([one.notBefore, one.mayHurry]).toEqual([120_000, false]);
    one.failed(0, "refused", null);
    expect(one.notBefore).toBe(3_600_000);
  });
});

describe("batches", () => {
  it("double from 100 to 1000 while it goes well, and are 20 at most while the link fails", () => {
    const one = pace();
    const sizes = Array.from({ length: 5 }, () => {
      const { batch } = one;
      one.succeeded(0, true, 100, 10);
      return batch;
    });
    expect(sizes).toEqual([100, 200, 400, 800, 1000]);
    one.failed(0, "timeout", null);
    expect(one.batch).toBe(20);
    one.succeeded(0, false, 100, 10);
    expect(one.batch).toBe(500);
  });
});

it("takes a link for metered after two slow exchanges, until they are quick again", () => {
  const one = pace();
  one.succeeded(0, false, 3000, 2000);
  expect(one.isSlow).toBe(false);
  one.succeeded(0, false, 3000, 2000);
  expect(one.isSlow).toBe(true);
  one.succeeded(0, false, 30_000, 2000);
  expect(one.isSlow).toBe(false);
});

it("does not take the delay of short exchanges for a slow link", () => {
  const one = pace();
  for (let exchange = 0; exchange < 5; exchange += 1) one.succeeded(0, false, 1100, 1500);
  expect(one.isSlow).toBe(false);
  for (let exchange = 0; exchange < 2; exchange += 1) one.succeeded(0, false, 1100, 2500);
  expect(one.isSlow).toBe(true);
});

it("counts bytes of the day by mode, and begins anew the next day", () => {
  const noon = Date.UTC(2026, 5, 1, 12);
  const spent = spend(
    spend(nothingSpent(noon), noon, "metered", { sent: 700, received: 300 }),
    noon,
    "normal",
    {
      sent: 1,
      received: 1,
    },
  );
  expect(spent).toMatchObject({
    date: "2026-06-01",
    sent: 701,
    received: 301,
    modes: { metered: 1000, normal: 2 },
  });
  expect(left(spent, noon, "metered", { metered: 1500 })).toBe(500);
  expect(left(spent, noon + 86_400_000, "metered", { metered: 1500 })).toBe(1500);
  expect(left(spent, noon, "normal", {})).toBe(Number.POSITIVE_INFINITY);
});
