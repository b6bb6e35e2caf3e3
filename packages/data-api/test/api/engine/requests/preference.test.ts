/** The header Prefer: parsing, meaning and acknowledgement. */
import { describe, expect, it } from "vitest";
import { sql } from "../../../../src/db/sql.ts";
import { type Answered, observatoryForTests } from "../observatory.ts";
import { PREFERRED_TABLES } from "./preferred-tables.ts";

const o = observatoryForTests({
  extra: PREFERRED_TABLES,
  config: { txEnd: "commit-allow-override", maxRows: 50 },
});
const committing = observatoryForTests();

const prefer = (text: string) => ({ headers: { Prefer: text } });
const applied = ({ headers }: Answered): string | undefined => headers["preference-applied"];

describe("the Prefer header", () => {
  it.each([
    ["count=exact, tx=rollback", "count=exact, tx=rollback"],
    ["count=exact,tx=rollback", "count=exact, tx=rollback"],
    ["  tx=rollback ,count=exact  ", "count=exact, tx=rollback"],
    [",,count=exact,", "count=exact"],
  ])("is a list of preferences: %j", async (text, heeded) => {
    expect(applied(await o.get("/sites", prefer(text)))).toBe(heeded);
  });

  it.each([
    ["count=exact, count=planned", "count=exact"],
    ["count=planned, count=exact", "count=planned"],
    ["count=wrong, count=exact", "count=exact"],
    ["tx=commit, count=exact, tx=rollback", "count=exact, tx=commit"],
    ["handling=lenient, handling=strict, foo", "handling=lenient"],
  ])("means the first of a kind: %s", async (text, heeded) => {
    expect(applied(await o.get("/sites", prefer(text)))).toBe(heeded);
  });

  it.each([
    "foo",
    "foo=bar",
    "count=many",
    "COUNT=exact",
    "count = exact",
    'count="exact"',
    "count=exact;tx=rollback",
  ])("may hold unknown preferences, which are ignored: %s", async (text) => {
    const answered = await o.get("/sites", prefer(text));
    expect([answered.status, applied(answered), answered.headers["content-range"]]).toEqual([
      200,
      undefined,
      "0-3/*",
    ]);
  });

  it("is not answered when nothing is preferred", async () => {
    expect(applied(await o.get("/sites"))).toBeUndefined();
    expect(applied(await o.get("/sites", prefer("")))).toBeUndefined();
  });
});

describe("tx", () => {
  it("is heeded where the settings let it be", async () => {
    const kept = await o.post("/loose", { id: 77 }, prefer("tx=commit"));
    expect([kept.status, applied(kept)]).toEqual([201, "tx=commit"]);
    const undone = await o.post("/loose", { id: 78 }, prefer("tx=rollback"));
    expect([undone.status, applied(undone)]).toEqual([201, "tx=rollback"]);
    expect((await o.get("/loose?id=gt.76")).json).toEqual([{ id: 77 }]);
  });

  it("is ignored where they do not", async () => {
    const answered = await committing.post("/sites", { name: "kept" }, prefer("tx=rollback"));
    expect([answered.status, applied(answered)]).toEqual([201, undefined]);
    expect((await committing.get("/sites?name=eq.kept&select=name")).json).toEqual([{ name: "kept" }]);
  });
});

describe("handling", () => {
  it("strict refuses unknown preferences with 400 PGRST122, and does nothing", async () => {
    const text = "handling=strict, foo, count=exact, bar=2, return=nothing";
    const { status, json } = await o.post("/loose", { id: 500 }, prefer(text));
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST122",
        message: "Invalid preferences given with handling=strict",
        details: "Invalid preferences: foo, bar=2, return=nothing",
        hint: null,
      },
    ]);
    expect((await o.get("/loose?id=eq.500")).json).toEqual([]);
  });

  it("lenient ignores it, as none does", async () => {
    const lenient = await o.get("/sites", prefer("handling=lenient, foo"));
    expect([lenient.status, applied(lenient)]).toEqual([200, "handling=lenient"]);
    expect((await o.get("/sites", prefer("foo"))).status).toBe(200);
  });

  it("strict lets all pass that is known", async () => {
    const answered = await o.get("/sites", prefer("handling=strict, count=exact, tx=commit"));
    expect([answered.status, applied(answered)]).toEqual([200, "count=exact, tx=commit, handling=strict"]);
  });
});

describe("timezone", () => {
  const issued = "/badges?select=issued&observer_id=eq.1";

  it.each([
    ["UTC", "2020-05-05T10:00:00+00:00"],
    ["America/Lima", "2020-05-05T05:00:00-05:00"],
    ["Asia/Kathmandu", "2020-05-05T15:45:00+05:45"],
  ])("shows times in that zone: %s", async (zone, expected) => {
    const answered = await o.get(issued, prefer(`timezone=${zone}`));
    expect([answered.json, applied(answered)]).toEqual([[{ issued: expected }], `timezone=${zone}`]);
  });

  it("that is none is ignored, or refused with 400 PGRST122 by handling=strict", async () => {
    const ignored = await o.get(issued, prefer("timezone=Mars/Base"));
    expect([ignored.status, applied(ignored)]).toEqual([200, undefined]);
    const { status, json } = await o.get(issued, prefer("timezone=Mars/Base, handling=strict"));
    expect([status, json.code, json.details]).toEqual([
      400,
      "PGRST122",
      "Invalid preferences: timezone=Mars/Base",
    ]);
  });

  it("reads times of a write in that zone too", async () => {
    const { json } = await o.patch(
      "/badges?observer_id=eq.1&select=issued",
      { issued: "2020-01-01 00:00:00" },
      prefer("timezone=America/Lima,return=representation,tx=rollback"),
    );
    expect(json).toEqual([{ issued: "2020-01-01T00:00:00-05:00" }]);
  });
});

describe("max-affected", () => {
  const strict = (most: number) => prefer(`handling=strict,max-affected=${most}`);
  const REFUSED = (rows: number) => [
    400,
    {
      code: "PGRST124",
      message: "Query result exceeds max-affected preference constraint",
      details: `The query affects ${rows} rows`,
      hint: null,
    },
  ];

  it("undoes an update, a deletion or a call that affects more rows, with 400 PGRST124", async () => {
    const updated = await o.patch("/exposures?night_id=eq.1", { filter_name: "Z" }, strict(2));
    expect([updated.status, updated.json]).toEqual(REFUSED(3));
    const deleted = await o.delete("/exposures?night_id=eq.1", strict(0));
    expect([deleted.status, deleted.json]).toEqual(REFUSED(3));
    const called = await o.post("/rpc/bulk", { n: 4 }, strict(3));
    expect([called.status, called.json]).toEqual(REFUSED(4));
    expect((await o.get("/exposures?night_id=eq.1&select=filter_name&filter_name=neq.Z")).json).toHaveLength(
      2,
    );
    expect((await o.get("/loose?id=lt.5")).json).toEqual([]);
  });

  it("lets as many pass", async () => {
    expect(
      (
        await o.patch(
          "/exposures?night_id=eq.1",
          { seconds: 1 },
          prefer("handling=strict,max-affected=3,tx=rollback"),
        )
      ).status,
    ).toBe(204);
    expect((await o.get("/rpc/all_telescopes", strict(4))).status).toBe(200);
  });

  it("means nothing without handling=strict", async () => {
    const answered = await o.patch(
      "/exposures?night_id=eq.1",
      { seconds: 1 },
      prefer("max-affected=1,tx=rollback"),
    );
    expect([answered.status, applied(answered)]).toEqual([204, "tx=rollback"]);
    const lenient = await o.delete("/exposures", prefer("handling=lenient,max-affected=1,tx=rollback"));
    expect([lenient.status, applied(lenient)]).toEqual([204, "tx=rollback, handling=lenient"]);
  });

  it("means nothing to reads and inserts", async () => {
    expect((await o.get("/sites", strict(1))).json).toHaveLength(4);
    const rows = [{ id: 901 }, { id: 902 }];
    expect((await o.post("/loose", rows, prefer("handling=strict,max-affected=1,tx=rollback"))).status).toBe(
      201,
    );
  });

  it.each(["/rpc/answer", "/rpc/one_star", "/rpc/as_point"])(
    "is refused for a function that gives no set with 400 PGRST128: %s",
    async (path) => {
      const { status, json } = await o.get(path, strict(1));
      expect([status, json]).toEqual([
        400,
        {
          code: "PGRST128",
          message:
            "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
          details: null,
          hint: null,
        },
      ]);
    },
  );

  it("counts the rows of a function that returns a table", async () => {
    expect((await o.get("/rpc/site_report", strict(1))).json.code).toBe("PGRST124");
    expect((await o.get("/rpc/site_report", strict(10))).status).toBe(200);
  });
});

describe("count", () => {
  const total = async (path: string, how: string) =>
    (await o.get(path, prefer(`count=${how}`))).headers["content-range"]?.split("/")[1];

  it("exact counts all rows, whatever the page", async () => {
    expect(await total("/aged?limit=2", "exact")).toBe("103");
    expect(await total("/aged?limit=2&id=gt.100", "exact")).toBe("3");
  });

  it("planned is what the planner expects", async () => {
    const planned = Number(await total("/aged?limit=2", "planned"));
    expect(planned).toBeGreaterThanOrEqual(100);
    expect(planned).toBe(await plannedRows());
  });

  it("estimated is exact up to the most rows that are shown, and then the planner's unless that is fewer", async () => {
    expect(await total("/aged?id=gt.60", "estimated")).toBe("43");
    expect(Number(await total("/aged", "estimated"))).toBe(Math.max(51, await plannedRows()));
  });

  async function plannedRows(): Promise<number> {
    const rows = await o.owner.transaction((tx) =>
      tx.run(sql`explain (format json) select * from observatory.aged`),
    );
    return JSON.parse(rows.rows[0]?.[0] ?? "")[0].Plan["Plan Rows"];
  }
});
