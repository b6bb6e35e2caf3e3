import { expect, it } from "vitest";
import { FLAG } from "../../src/buffer/row.ts";
import { tripList } from "../../src/providers/trip-list.ts";
import { draft, NOON, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";

it("lists trips of all days by their first and last rows, the newest first", async () => {
  const buffer = await open(emptyFolder());
  const row = (second: number, trip: string, flags = 0) =>
    buffer.append(draft(second, { flags: flags | FLAG.fix, facts: { trip } }), false);
  row(0, "a", FLAG.tripEnd);
  row(60, "a");
  row(3600, "a", FLAG.tripEnd);
  buffer.append(draft(4000), false);
  row(90_000, "b", FLAG.tripEnd);
  row(90_060, "b");
  expect(tripList(buffer, "b")).toEqual([
    { id: "b", begin: NOON + 90_000_000, end: null },
    { id: "a", begin: NOON, end: NOON + 3_600_000 },
  ]);
  buffer.close();
});

it("ends a trip that was over when the plugin started again at its last row", async () => {
  const buffer = await open(emptyFolder());
  for (const length of [1, 2, 3, 50]) {
    const begin = length * 100_000;
    for (let at = 0; at < length; at += 1) {
      const flags = FLAG.fix | (at === 0 ? FLAG.tripEnd : 0);
      buffer.append(draft(begin + 60 * at, { flags, facts: { trip: `of ${length}` } }), false);
    }
    for (let at = 0; at < length % 3; at += 1) buffer.append(draft(begin + 50_000 + at), false);
  }
  const minutes = tripList(buffer, null).map(({ id, begin, end }) => [id, (Number(end) - begin) / 60_000]);
  expect(minutes).toEqual([
    ["of 50", 49],
    ["of 3", 2],
    ["of 2", 1],
    ["of 1", 0],
  ]);
  expect(tripList(buffer, "of 50")[0]).toMatchObject({ id: "of 50", end: null });
  buffer.close();
});
