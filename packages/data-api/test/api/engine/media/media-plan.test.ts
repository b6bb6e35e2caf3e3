/** How PostgreSQL would run a request, as a media type. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests, openObservatory } from "../observatory.ts";

const o = observatoryForTests({ config: { plan: true, txEnd: "commit-allow-override" } });

const planned = (accept: string, path = "/sites?id=eq.1"): Promise<Answered> =>
  o.get(path, { headers: { Accept: accept } });

describe("a plan", () => {
  it.each([
    ["vnd.pgrst.plan", 'vnd.pgrst.plan+text; for="application/json"'],
    ["vnd.pgrst.plan+text", 'vnd.pgrst.plan+text; for="application/json"'],
    ["vnd.backend.plan+text", 'vnd.backend.plan+text; for="application/json"'],
  ])("is a text: application/%s", async (type, expected) => {
    const { status, text, headers } = await planned(`application/${type}`);
    expect([status, headers["content-type"]]).toEqual([200, `application/${expected}; charset=utf-8`]);
    expect(text).toMatch(/^Aggregate {2}\(cost=.*\n.*sites/);
  });

  it.each(["vnd.pgrst", "vnd.backend"])("is JSON: application/%s.plan+json", async (family) => {
    const { status, json, headers } = await planned(`application/${family}.plan+json`);
    expect([status, headers["content-type"]]).toEqual([
      200,
      `application/${family}.plan+json; for="application/json"; charset=utf-8`,
    ]);
    expect(json[0].Plan["Node Type"]).toBe("Aggregate");
  });

  it.each(["application/json", "text/csv", "application/vnd.pgrst.object+json"])(
    "is that of the answer in the type that is named: %s",
    async (type) => {
      const { status, headers } = await planned(`application/vnd.pgrst.plan+json; for="${type}"`);
      expect([status, headers["content-type"]]).toEqual([
        200,
        `application/vnd.pgrst.plan+json; for="${type}"; charset=utf-8`,
      ]);
    },
  );

  it("differs by the type that is named", async () => {
    const csv = await planned('application/vnd.pgrst.plan; for="text/csv"; options=verbose');
    const json = await planned("application/vnd.pgrst.plan; options=verbose");
    expect(csv.text).toMatch(/string_agg/);
    expect(json.text).toMatch(/json_agg/);
  });

  it.each([
    ["analyze", /actual time=/],
    ["verbose", /Output: /],
    ["analyze|buffers", /Buffers: /],
    ["settings", /cost=/],
    ["analyze|wal", /actual time=/],
    ["analyze|verbose|settings|buffers|wal", /Output: [\s\S]*actual time=|actual time=[\s\S]*Output: /],
  ])("has the options that are named: %s", async (options, expected) => {
    const { status, text, headers } = await planned(`application/vnd.pgrst.plan+text; options=${options}`);
    expect(status).toBe(200);
    expect(text).toMatch(expected);
    expect(headers["content-type"]).toBe(
      `application/vnd.pgrst.plan+text; for="application/json"; options=${options}; charset=utf-8`,
    );
  });

  it("tells its options in their own order, and no unknown ones", async () => {
    const { headers } = await planned("application/vnd.pgrst.plan; options=buffers|nonsense|analyze");
    expect(headers["content-type"]).toContain("; options=analyze|buffers; charset");
  });

  it("has no options without analyze that need it", async () => {
    const { status, json } = await planned("application/vnd.pgrst.plan; options=wal");
    expect([status, json.code]).toEqual([400, "22023"]);
  });

  it.each([
    ["POST", "/sites", { name: "planned" }],
    ["PATCH", "/sites?id=eq.1", { name: "planned" }],
    ["PUT", "/site_contacts?site_id=eq.4", { site_id: 4, keeper: "planned" }],
    ["DELETE", "/bookings", undefined],
    ["POST", "/rpc/add_star", { catalog: "PL", number: 1 }],
  ])("is made of %s %s, which is not done then", async (method, path, body) => {
    const headers = {
      Accept: "application/vnd.pgrst.plan+json",
      Prefer: "return=representation,count=exact",
    };
    const answered = await o.ask(method, path, { headers, body });
    expect([answered.status, answered.json[0].Plan]).toEqual([200, expect.any(Object)]);
    expect(answered.headers).not.toHaveProperty("preference-applied");
    expect(answered.headers).not.toHaveProperty("content-range");
    expect((await o.get("/sites?name=eq.planned")).json).toEqual([]);
    expect((await o.get("/site_contacts?keeper=eq.planned")).json).toEqual([]);
    expect((await o.get("/bookings")).json).toHaveLength(3);
    expect((await o.get("/stars?catalog=eq.PL")).json).toEqual([]);
  });

  it("with analyze runs what it plans, which tx=rollback takes back", async () => {
    const accept = "application/vnd.pgrst.plan+text; options=analyze";
    const write = (name: string, tx: string) =>
      o.post("/sites", { name }, { headers: { Accept: accept, Prefer: `tx=${tx}` } });
    expect((await write("analyzed", "rollback")).text).toMatch(/Insert on sites .*actual time=/);
    expect((await o.get("/sites?name=eq.analyzed")).json).toEqual([]);
    expect((await write("analyzed", "commit")).status).toBe(200);
    expect((await o.get("/sites?name=eq.analyzed&select=name")).json).toEqual([{ name: "analyzed" }]);
  });

  it("is made of a call by GET", async () => {
    const { status, json } = await planned("application/vnd.pgrst.plan+json", "/rpc/all_telescopes");
    expect([status, json[0].Plan["Node Type"]]).toEqual([200, "Aggregate"]);
  });

  it("takes the right that the request takes", async () => {
    expect((await planned("application/vnd.pgrst.plan+json", "/secrets")).status).toBe(401);
  });

  it("is not made of the description", async () => {
    expect((await planned("application/vnd.pgrst.plan+json", "/")).status).toBe(415);
  });

  it("gives way to a type that is preferred to it", async () => {
    const { headers } = await planned("application/json, application/vnd.pgrst.plan+json");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it.each([
    "application/vnd.pgrst.plan",
    "application/vnd.pgrst.plan+json",
    "application/vnd.backend.plan+text",
  ])("is not available unless it is switched on: 415 for %s", async (accept) => {
    const off = await openObservatory();
    const { status, json } = await off.get("/sites", { headers: { Accept: accept } });
    expect([status, json.code]).toEqual([415, "PGRST107"]);
    expect(
      (await off.get("/sites", { headers: { Accept: `${accept}, application/json;q=0.5` } })).status,
    ).toBe(200);
    await off.close();
  });
});
