/** Edits by programs that name instants and spans of time. */
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

const service = serviceForTests();
let skipper: Skipper;
let first: number;
beforeEach(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(START, DAY_TRIP));
  first = (await skipper.logs(START))[0]?.[0] ?? 0;
});

describe("splitting a log that is named by id_start", () => {
  it("makes two logs of it", async () => {
    const split = await skipper.call("split_logbook_fn", { id_start: String(first), split_time: at(80) });
    expect(split.json.logs).toEqual([first, expect.any(Number)]);
    expect((await skipper.logs(START)).map(([, from, to]) => [from, to])).toEqual([
      [60, 80],
      [80, 110],
      [230, 278],
    ]);
  });

  it("answers null outside the log, for an unknown log, and refuses what is no instant", async () => {
    const before = await skipper.logs(START);
    for (const outside of [at(300), at(60), at(110)]) {
      const { status, json } = await skipper.call("split_logbook_fn", {
        id_start: first,
        split_time: outside,
      });
      expect([status, json]).toEqual([200, null]);
    }
    const unknown = { id_start: 999_999, split_time: at(80) };
    expect((await skipper.call("split_logbook_fn", unknown)).json).toBeNull();
    const unreadable = { id_start: first, split_time: "noon" };
    expect((await skipper.call("split_logbook_fn", unreadable)).status).toBe(400);
    expect(await skipper.logs(START)).toEqual(before);
  });
});
