import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Joined } from "../../../src/engine/execute/joined.ts";

it("does work once for all who ask before it begins, and again for who asks later", async () => {
  const joined = new Joined();
  let open = (): void => {};
  let done = 0;
  const work = async (begin: () => void): Promise<void> => {
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    begin();
    await sleep(1);
    done++;
  };
  const first = [joined.ask("a", work), joined.ask("a", work)];
  open();
  await Promise.resolve();
  await Promise.resolve();
  const second = joined.ask("a", work);
  await Promise.all(first);
  expect(done).toBe(1);
  open();
  await second;
  expect(done).toBe(2);
});

it("fails for all who asked, and is tried again for the next", async () => {
  const joined = new Joined();
  const failing = async (): Promise<void> => {
    await sleep(1);
    throw new Error("no connection");
  };
  const both = await Promise.allSettled([joined.ask("a", failing), joined.ask("a", failing)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await joined.ask("a", async (begin) => begin());
});
