/** Which of several exposed schemas a request is for. */
import { describe, expect, it } from "vitest";
import { sql } from "../../../../src/db/sql.ts";
import { type ObservatoryForTests, observatoryForTests, openObservatory } from "../observatory.ts";

const EXTRA = `
grant insert, update, delete on archive.sites to fixture_anonymous;
create function archive.name_of(site integer) returns text language sql volatile as $$
  select name from archive.sites where id = site $$;
create function observatory.name_of(site integer) returns text language sql volatile as $$
  select name from observatory.sites where id = site $$;
`;

const o = observatoryForTests({ extra: EXTRA });

const both = { Prefer: "return=representation" };

/** Names of the archive's sites, as its owner sees them. */
async function archived(): Promise<unknown> {
  const { rows } = await o.owner.transaction((tx) => tx.run(sql`select name from archive.sites order by id`));
  return rows.flat();
}

describe("a request that reads", () => {
  it("is for the schema that Accept-Profile names", async () => {
    const headers = { "Accept-Profile": "archive" };
    expect((await o.get("/sites", { headers })).json).toEqual([{ id: 1, name: "Old Tower" }]);
    expect((await o.get("/rpc/name_of?site=1", { headers })).json).toBe("Old Tower");
    expect((await o.ask("HEAD", "/plates", { headers })).status).toBe(200);
    expect((await o.ask("OPTIONS", "/plates", { headers })).status).toBe(200);
  });

  it("is for the first schema without it, whatever Content-Profile says", async () => {
    for (const headers of [{}, { "Content-Profile": "archive" }]) {
      const { json } = await o.get("/sites?select=name&id=eq.1", { headers });
      expect(json).toEqual([{ name: "Cerro Alto" }]);
      expect((await o.get("/rpc/name_of?site=1", { headers })).json).toBe("Cerro Alto");
      expect((await o.ask("HEAD", "/plates", { headers })).status).toBe(404);
      expect((await o.ask("OPTIONS", "/plates", { headers })).status).toBe(404);
    }
  });
});

describe("a request that writes", () => {
  it("is for the schema that Content-Profile names", async () => {
    const headers = { ...both, "Content-Profile": "archive" };
    expect((await o.post("/sites", { id: 2, name: "b" }, { headers })).json).toEqual([{ id: 2, name: "b" }]);
    expect((await o.put("/sites?id=eq.3", { id: 3, name: "c" }, { headers })).status).toBe(200);
    expect((await o.patch("/sites?id=eq.2", { name: "bb" }, { headers })).json).toEqual([
      { id: 2, name: "bb" },
    ]);
    expect(await archived()).toEqual(["Old Tower", "bb", "c"]);
    expect((await o.delete("/sites?id=gt.1", { headers })).json).toHaveLength(2);
    expect(await archived()).toEqual(["Old Tower"]);
    expect((await o.post("/rpc/name_of", { site: 1 }, { headers })).json).toBe("Old Tower");
  });

  it("is for the first schema without it, whatever Accept-Profile says", async () => {
    for (const headers of [both, { ...both, "Accept-Profile": "archive" }]) {
      const made = await o.post("/sites", { id: 50, name: "new" }, { headers });
      expect(made.json).toMatchObject([{ id: 50, altitude: 0 }]);
      expect((await o.patch("/sites?id=eq.50", { altitude: 5 }, { headers })).json).toMatchObject([
        { altitude: 5 },
      ]);
      const whole = { id: 50, name: "put", altitude: 6, country: null, location: null };
      expect((await o.put("/sites?id=eq.50", whole, { headers })).json).toEqual([whole]);
      expect((await o.delete("/sites?id=eq.50", { headers })).json).toEqual([whole]);
      expect((await o.post("/rpc/name_of", { site: 1 }, { headers })).json).toBe("Cerro Alto");
    }
    expect(await archived()).toEqual(["Old Tower"]);
  });
});

describe("a schema that is not exposed", () => {
  it.each([
    ["GET", "Accept-Profile", "/sites"],
    ["OPTIONS", "Accept-Profile", "/sites"],
    ["GET", "Accept-Profile", "/rpc/answer"],
    ["GET", "Accept-Profile", "/"],
    ["POST", "Content-Profile", "/sites"],
    ["POST", "Content-Profile", "/rpc/answer"],
    ["PATCH", "Content-Profile", "/sites"],
    ["PUT", "Content-Profile", "/sites?id=eq.1"],
    ["DELETE", "Content-Profile", "/sites"],
  ])("is refused with 406 PGRST106 and the list of those that are: %s %s", async (method, header, path) => {
    for (const name of ["hidden", "tools", "nowhere", "Archive", "", "archive, observatory"]) {
      const { status, json } = await o.ask(method, path, { body: {}, headers: { [header]: name } });
      expect([name, status, json]).toEqual([
        name,
        406,
        {
          code: "PGRST106",
          details: null,
          hint: null,
          message: "The schema must be one of the following: observatory, archive",
        },
      ]);
    }
  });

  it("is refused by HEAD without a word", async () => {
    const { status, text } = await o.ask("HEAD", "/sites", { headers: { "Accept-Profile": "hidden" } });
    expect([status, text]).toEqual([406, ""]);
  });
});

describe("an answer", () => {
  const named = async (
    of: ObservatoryForTests,
    method: string,
    path: string,
    headers = {},
  ): Promise<unknown> =>
    (await of.ask(method, path, method === "POST" ? { body: {}, headers } : { headers })).headers[
      "content-profile"
    ];

  it("names its schema where several are exposed", async () => {
    expect(await named(o, "GET", "/sites")).toBe("observatory");
    expect(await named(o, "HEAD", "/sites")).toBe("observatory");
    expect(await named(o, "GET", "/sites", { "Accept-Profile": "archive" })).toBe("archive");
    expect(await named(o, "GET", "/")).toBe("observatory");
    expect(await named(o, "GET", "/rpc/answer")).toBe("observatory");
    expect(await named(o, "POST", "/rpc/answer")).toBe("observatory");
    expect(await named(o, "POST", "/rpc/plate_count", { "Content-Profile": "archive" })).toBe("archive");
    expect(await named(o, "DELETE", "/sites?id=eq.99", both)).toBe("observatory");
    expect(await named(o, "GET", "/nowhere")).toBeUndefined();
  });

  it("names it where one is exposed only when the request did", async () => {
    const alone = await openObservatory({ config: { schemas: ["observatory"] } });
    const asked = { "Accept-Profile": "observatory" };
    expect(await named(alone, "GET", "/sites")).toBeUndefined();
    expect(await named(alone, "GET", "/")).toBeUndefined();
    expect(await named(alone, "POST", "/rpc/answer")).toBeUndefined();
    expect(await named(alone, "GET", "/sites", asked)).toBe("observatory");
    expect(await named(alone, "GET", "/rpc/answer", asked)).toBe("observatory");
    expect(await named(alone, "POST", "/rpc/answer", { "Content-Profile": "observatory" })).toBe(
      "observatory",
    );
    const refused = await alone.get("/sites", { headers: { "Accept-Profile": "archive" } });
    expect([refused.status, refused.json.message]).toEqual([
      406,
      "The schema must be one of the following: observatory",
    ]);
    await alone.close();
  });
});
