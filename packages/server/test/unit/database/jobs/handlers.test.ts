import { expect, it } from "vitest";
import type { JobHandler } from "../../../../src/database/jobs/handlers.ts";
import { jobHandlers } from "../../../../src/database/jobs/handlers.ts";

const idle: JobHandler = async () => {};

it("puts the domains' handlers together, and refuses two for one channel", () => {
  const voyages = new Map([["new_stay", idle]]);
  expect([...jobHandlers(voyages, new Map([["stay_finished", idle]])).keys()]).toEqual([
    "new_stay",
    "stay_finished",
  ]);
  expect(() => jobHandlers(voyages, new Map([["new_stay", idle]]))).toThrow(
    "two handlers listen to the channel new_stay",
  );
});
