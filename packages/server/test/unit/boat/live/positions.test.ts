/** Position events come from the rows that the process stored itself, and are read only for others. */
import { describe, expect, it } from "vitest";
import { positionData, positionsOf, RowsInHand } from "../../../../src/boat/live/positions.ts";

const row = {
  time: Date.UTC(2026, 6, 1, 12),
  latitude: 59.8,
  longitude: 22.9,
  speedoverground: 5.4,
  courseovergroundtrue: null,
  windspeedapparent: null,
  anglespeedapparent: null,
  status: "sailing",
  values: { wind: 4.115555555555555, voltage: 12.6 },
};

describe("position events", () => {
  it("give a row one text, however its values were converted and ordered", () => {
    const sql = { ...row, values: { voltage: 12.6, wind: 4.115555555555556 } };
    expect(positionData(sql)).toBe(positionData(row));
    expect(JSON.parse(positionData(row))).toMatchObject({
      time: "2026-07-01T12:00:00+00:00",
      status: "sailing",
    });
    expect(positionData({ ...row, time: row.time + 20 })).toContain("12:00:00.02+00:00");
  });

  it("read no row that is in hand", async () => {
    const inHand = new RowsInHand();
    inHand.keep(["one", row.time], positionData(row));
    const unread = async (): Promise<never> => {
      throw new Error("read");
    };
    const keys = [["one", row.time]] as const;
    expect(await positionsOf(unread, keys, inHand)).toEqual([{ vessel: "one", data: positionData(row) }]);
    await expect(positionsOf(unread, keys, inHand)).rejects.toThrow("read");
  });

  it("keep no rows that are never announced", () => {
    const inHand = new RowsInHand();
    for (let n = 0; n <= 1000; n++) inHand.keep(["one", n], "{}");
    expect(inHand.take(["one", 0])).toBeNull();
    expect(inHand.take(["one", 1000])).toBe("{}");
    expect(inHand.take(["one", 1000])).toBeNull();
  });
});
