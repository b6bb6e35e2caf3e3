/** Updates and deletions of the first rows of an order. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });

type Write = (query: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
const WRITES: readonly (readonly [string, Write])[] = [
  ["an update", (query, headers = {}) => o.patch(`/exposures?${query}`, { filter_name: "X" }, { headers })],
  ["a deletion", (query, headers = {}) => o.delete(`/exposures?${query}`, { headers })],
];

const FULL = { Prefer: "return=representation,tx=rollback" };

describe.each(WRITES)("%s", (what, write) => {
  const seconds = async (query: string) =>
    (await write(`${query}&select=seconds`, FULL)).json
      .map((row: { seconds: number }) => row.seconds)
      .sort((a: number, b: number) => a - b);
  const all = async () => (await o.get("/exposures?select=seconds,filter_name&order=seconds")).json;

  it("with a limit is of the first rows of the order", async () => {
    expect(await seconds("order=seconds&limit=2")).toEqual([5, 10]);
    expect(await seconds("order=seconds.desc&limit=1")).toEqual([900]);
  });

  it("with an offset leaves out the first rows of the order", async () => {
    expect(await seconds("order=seconds&offset=4")).toEqual([600, 900]);
    expect(await seconds("order=seconds&offset=1&limit=2")).toEqual([10, 15]);
  });

  it("counts its limit among the rows that the filters let through", async () => {
    expect(await seconds("night_id=eq.1&order=seconds&limit=2")).toEqual([10, 20]);
  });

  it("with a limit of 0 is of none", async () => {
    const { status, json, headers } = await write("order=seconds&limit=0", FULL);
    expect([status, json, headers["content-range"]]).toEqual([200, [], "*/*"]);
  });

  it.each(["limit=1", "offset=1", "limit=1&offset=1", "limit=1&night_id=eq.1"])(
    "without an order is refused with 400 PGRST109: %s",
    async (query) => {
      const { status, json } = await write(query);
      expect([status, json]).toEqual([
        400,
        {
          code: "PGRST109",
          message: "A 'limit' was applied without an explicit 'order'",
          details: null,
          hint: "Apply an 'order' using unique column(s)",
        },
      ]);
    },
  );

  it("that would hit more rows than its limit is undone and refused with 400 PGRST110", async () => {
    const before = await all();
    const { status, json } = await write("order=night_id&limit=1");
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST110",
        message: "The maximum number of rows allowed to change was surpassed",
        details: "Results contain 3 rows changed but the maximum number allowed is 1",
        hint: null,
      },
    ]);
    expect(await all()).toEqual(before);
  });

  it("with a limit below 0 is refused with 416 PGRST103", async () => {
    const { status, json } = await write("order=seconds&limit=-1");
    expect([status, json.code]).toEqual([416, "PGRST103"]);
  });

  it("does not look at a Range header", async () => {
    const { json } = await write("night_id=eq.1&select=seconds", { ...FULL, Range: "0-0" });
    expect(json).toHaveLength(3);
  });

  it(`is of all rows with an order alone, and says which with ${what === "an update" ? "Content-Range" : "count=exact"}`, async () => {
    const { headers } = await write("order=seconds", { Prefer: "count=exact,tx=rollback" });
    expect(headers["content-range"]).toBe(what === "an update" ? "0-5/6" : "*/6");
  });
});
