import { expect, test } from "vitest";
import { createBell } from "../../../../../src/people/notifications/outbox/bell.ts";

test("a ring wakes only those who took the bell before it, also if they wait only afterwards", async () => {
  const bell = createBell();
  const early = [bell.next(), bell.next()];
  bell.ring();
  await Promise.all(early);
  const silent = Symbol("silent");
  expect(await Promise.race([bell.next(), Promise.resolve(silent)])).toBe(silent);
});
