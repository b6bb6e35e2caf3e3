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
  expect(tripList(buffer)).toEqual([
    { id: "b", begin: NOON + 90_000_000, end: null },
    { id: "a", begin: NOON, end: NOON + 3_600_000 },
  ]);
  buffer.close();
});
