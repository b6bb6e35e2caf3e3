import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, observatoryForTests, openObservatory } from "../observatory.ts";

const o = observatoryForTests();

const accept = (type: string, prefer?: string) => ({
  headers: { Accept: type, ...(prefer === undefined ? {} : { Prefer: prefer }) },
});

describe("one object", () => {
  for (const family of ["vnd.pgrst", "vnd.backend"]) {
    it(`is answered in the family asked: ${family}`, async () => {
      const { status, headers, json } = await o.get(
        "/sites?select=id,country&id=eq.4",
        accept(`application/${family}.object+json`),
      );
      expect([status, json]).toEqual([200, { id: 4, country: null }]);
      expect(headers["content-type"]).toBe(`application/${family}.object+json; charset=utf-8`);
    });
  }

  it("may go without its nulls", async () => {
    const type = "application/vnd.pgrst.object+json;nulls=stripped";
    const { headers, json } = await o.get("/sites?select=id,country&id=eq.4", accept(type));
    expect(json).toEqual({ id: 4 });
    expect(headers["content-type"]).toBe(`${type}; charset=utf-8`);
  });

  it("is refused for no row and for several", async () => {
    const none = await o.get("/sites?id=eq.0", accept("application/vnd.pgrst.object"));
    expect([none.status, none.json]).toEqual([
      406,
      {
        code: "PGRST116",
        message: "JSON object requested, multiple (or no) rows returned",
        details: "The result contains 0 rows",
        hint: null,
      },
    ]);
    expect(none.headers["content-type"]).toBe("application/vnd.pgrst.object+json; charset=utf-8");
    const many = await o.get("/sites", accept("application/vnd.pgrst.object+json"));
    expect([many.status, many.json.details]).toEqual([406, "The result contains 4 rows"]);
  });

  it("undoes a write of several rows", async () => {
    const single = accept("application/vnd.pgrst.object+json", "return=representation");
    const many = await o.patch("/sites?id=lt.3", { altitude: 1 }, single);
    expect([many.status, many.json.code]).toEqual([406, "PGRST116"]);
    expect((await o.get("/sites?altitude=eq.1")).json).toEqual([]);
    const one = await o.patch("/sites?id=eq.3&select=id,altitude", { altitude: 13 }, single);
    expect([one.status, one.json]).toEqual([200, { id: 3, altitude: 13 }]);
    const minimal = await o.post(
      "/sites",
      [{ name: "x" }, { name: "y" }],
      accept("application/vnd.pgrst.object+json"),
    );
    expect(minimal.status).toBe(406);
    expect((await o.get("/sites?name=in.(x,y)")).json).toEqual([]);
  });

  it("is what a procedure's single row is", async () => {
    const { json } = await o.get(
      "/rpc/find_star?name=Vega&select=number",
      accept("application/vnd.pgrst.object+json"),
    );
    expect(json).toEqual({ number: 7001 });
  });
});

describe("media types", () => {
  it("take nulls out of every row of an array", async () => {
    const { json, headers } = await o.get(
      "/sites?select=id,country&id=in.(3,4)&order=id",
      accept("application/vnd.pgrst.array+json;nulls=stripped"),
    );
    expect(json).toEqual([{ id: 3, country: "FR" }, { id: 4 }]);
    expect(headers["content-type"]).toBe("application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8");
  });

  it("write CSV with a header and quotes where needed", async () => {
    const { text, headers } = await o.get("/telescopes?select=id,name&id=gte.3&order=id", accept("text/csv"));
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(text).toBe('id,name\n3,Carmenta\n4,"Dome-less, ""Wanderer"""');
    const written = await o.post(
      "/numbers?select=small,big",
      { small: 3 },
      accept("text/csv", "return=representation"),
    );
    expect(written.text).toBe("small,big\n3,");
  });

  it("answer one column's bare value", async () => {
    const one = await o.get("/weather_log?select=raw&celsius=eq.11.2", accept("application/octet-stream"));
    expect([one.status, one.text, one.headers["content-type"]]).toEqual([
      200,
      "hello",
      "application/octet-stream",
    ]);
    const text = await o.get("/sites?select=name&id=eq.1", accept("text/plain"));
    expect([text.text, text.headers["content-type"]]).toEqual(["Cerro Alto", "text/plain; charset=utf-8"]);
    const xml = await o.get("/papers?select=body&id=lt.3&order=id", {
      as: "a@b.c",
      headers: { Accept: "text/xml" },
    });
    expect([xml.text, xml.headers["content-type"]]).toEqual([
      "<p>dust</p><p>light</p>",
      "text/xml; charset=utf-8",
    ]);
    const several = await o.get("/sites?select=id,name", accept("text/plain"));
    expect([several.status, several.json.code]).toEqual([406, "PGRST113"]);
    const noXml = await o.get("/sites?select=id", accept("text/xml"));
    expect([noXml.status, noXml.json.code]).toEqual([406, "42883"]);
  });

  it("answer a scalar's bare value", async () => {
    expect((await o.get("/rpc/greet", accept("text/plain"))).text).toBe("Hello, world!");
  });

  it("that the database makes are answered by name", async () => {
    const page = await o.get("/rpc/page", accept("text/html"));
    expect([page.text, page.headers["content-type"]]).toEqual(["<p>clear sky</p>", "text/html"]);
    const chart = await o.get("/stars?number=eq.7001", accept("application/vnd.observatory.chart"));
    expect(chart.body).toEqual(Buffer.from("Vega\n"));
  });

  it("that nothing can make are refused", async () => {
    const { status, json } = await o.get("/sites", accept("image/png, application/pdf"));
    expect([status, json]).toEqual([
      415,
      expect.objectContaining({
        code: "PGRST107",
        message: "None of these media types are available: image/png, application/pdf",
      }),
    ]);
    expect((await o.get("/sites", accept("application/openapi+json"))).status).toBe(415);
    const plan = await o.get("/sites", accept("application/vnd.pgrst.plan+json"));
    expect(plan.status).toBe(415);
  });

  it("are chosen in the order of preference", async () => {
    const { headers } = await o.get(
      "/sites?id=eq.1",
      accept("image/png, text/csv;q=0.5, application/json;q=0.9"),
    );
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("execution plans", () => {
  let planning: Observatory;
  beforeAll(async () => {
    planning = await openObservatory({ config: { plan: true } });
  });
  afterAll(() => planning.close());

  it("are answered as JSON and as text when switched on", async () => {
    const json = await planning.get("/sites?id=eq.1", accept("application/vnd.pgrst.plan+json"));
    expect(json.status).toBe(200);
    expect(json.json[0].Plan["Node Type"]).toBe("Aggregate");
    expect(json.headers["content-type"]).toBe(
      'application/vnd.pgrst.plan+json; for="application/json"; charset=utf-8',
    );
    const text = await planning.get(
      "/sites",
      accept('application/vnd.backend.plan+text; for="text/csv"; options=analyze|buffers'),
    );
    expect(text.text).toMatch(/actual time=/);
    expect(text.headers["content-type"]).toBe(
      'application/vnd.backend.plan+text; for="text/csv"; options=analyze|buffers; charset=utf-8',
    );
    const write = await planning.post(
      "/sites",
      { name: "planned" },
      accept("application/vnd.pgrst.plan+json"),
    );
    expect(write.status).toBe(200);
    expect((await planning.get("/sites?name=eq.planned")).json).toEqual([]);
  });
});
