/** Bare values and CSV: answers that are no JSON. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests, openObservatory } from "../observatory.ts";

const EXTRA = `
create function observatory.scrap() returns xml language sql stable as $$ select '<a/>'::xml $$;
create function observatory.declared(as_xml xml default '<?xml version="1.0"?><a/>') returns xml
  language sql stable as $$ select as_xml $$;
create function observatory.bytes() returns bytea language sql stable as $$ select '\\x00ff41'::bytea $$;
create function observatory.lines() returns setof text language sql stable as $$ select unnest('{a,b}'::text[]) $$;
`;

const o = observatoryForTests({ extra: EXTRA });

const asked = (path: string, accept: string): Promise<Answered> =>
  o.get(path, { headers: { Accept: accept }, as: "a@b.c" });

describe("a bare value", () => {
  it.each([
    ["one column of one row", "/sites?select=name&id=eq.1", "text/plain", "Cerro Alto"],
    [
      "one column of several rows, one after the other",
      "/sites?select=name&id=lt.3&order=id",
      "text/plain",
      "Cerro AltoMount Grey",
    ],
    ["one column of no row", "/sites?select=name&id=eq.0", "text/plain", ""],
    ["one column as bytes", "/sites?select=name&id=eq.1", "application/octet-stream", "Cerro Alto"],
    ["a column that is cast", "/sites?select=id::text&id=eq.1", "text/plain", "1"],
    ["XML", "/papers?select=body&id=lt.3&order=id", "text/xml", "<p>dust</p><p>light</p>"],
    ["a function's text", "/rpc/greet", "text/plain", "Hello, world!"],
    ["a function's text as bytes", "/rpc/greet", "application/octet-stream", "Hello, world!"],
    ["a function's XML", "/rpc/scrap", "text/xml", "<a/>"],
    ["XML without a declaration that says nothing", "/rpc/declared", "text/xml", "<a/>"],
    [
      "XML with one that says something",
      `/rpc/declared?as_xml=${encodeURIComponent('<?xml version="1.0" standalone="yes"?><a/>')}`,
      "text/xml",
      '<?xml version="1.0" standalone="yes"?><a/>',
    ],
    ["a function's number", "/rpc/answer", "text/plain", "42"],
    ["a function's set of texts", "/rpc/lines", "text/plain", "ab"],
    ["one column of a function's rows", "/rpc/one_star?select=name", "text/plain", "Proxima"],
  ])("is %s: %s as %s", async (_what, path, accept, expected) => {
    const { status, text } = await asked(path, accept);
    expect([status, text]).toEqual([200, expected]);
  });

  it.each([
    ["/weather_log?select=raw&site_id=eq.2", "68656c6c6f"],
    ["/weather_log?select=raw&order=at,site_id&raw=not.is.null", "00ff1068656c6c6f"],
    ["/rpc/bytes", "00ff41"],
  ])("of type bytea is its bytes: %s", async (path, hex) => {
    const { body, headers } = await asked(path, "application/octet-stream");
    expect([body?.toString("hex"), headers["content-type"]]).toEqual([hex, "application/octet-stream"]);
  });

  it("has the range of its rows", async () => {
    const { headers } = await asked("/sites?select=name&id=lt.3", "text/plain");
    expect([headers["content-range"], headers["content-location"]]).toEqual([
      "0-1/*",
      "/sites?id=lt.3&select=name",
    ]);
  });

  it.each([
    ["text/plain", "/sites"],
    ["text/plain", "/sites?select=id,name"],
    ["text/xml", "/sites?select=id,name"],
    ["application/octet-stream", "/sites?select=id,name"],
    ["text/plain", "/sites?select=telescopes(id)"],
    ["text/plain", "/telescopes?select=spec->mount->>kind"],
    ["text/plain", "/telescopes?select=spec->mount->>kind::text"],
    ["text/plain", "/rpc/one_star"],
  ])("is refused with 406 PGRST113 where there are several: %s of %s", async (accept, path) => {
    const { status, json, headers } = await asked(path, accept);
    expect([status, json]).toEqual([
      406,
      {
        code: "PGRST113",
        message: `${accept} requested but more than one column was selected`,
        details: null,
        hint: null,
      },
    ]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it.each([
    ["/sites?select=id", "integer"],
    ["/sites?select=name", "text"],
    ["/rpc/greet", "text"],
    ["/rpc/lines", "text"],
  ])("cannot be XML where it is of another type: 406 with 42883 for %s", async (path, type) => {
    const { status, json } = await asked(path, "text/xml");
    expect([status, json.code, json.message]).toEqual([
      406,
      "42883",
      `function xmlagg(${type}) does not exist`,
    ]);
  });

  it("may be text that is XML where the settings say so", async () => {
    const more = await openObservatory({ config: { rawMediaTypes: ["text/xml"] } });
    const { text, headers } = await more.get("/rpc/greet", { headers: { Accept: "text/xml" } });
    expect([text, headers["content-type"]]).toEqual(["Hello, world!", "text/xml; charset=utf-8"]);
    await more.close();
  });

  it("may be of other types that the settings name", async () => {
    const more = await openObservatory({ config: { rawMediaTypes: ["image/png"] } });
    const accept = { headers: { Accept: "image/png" } };
    const { body, headers } = await more.get("/weather_log?select=raw&site_id=eq.2", accept);
    expect([body?.toString("hex"), headers["content-type"]]).toEqual(["68656c6c6f", "image/png"]);
    expect((await more.get("/weather_log", accept)).json.code).toBe("PGRST113");
    await more.close();
  });
});

describe("CSV", () => {
  it.each([
    [
      "a first line and a line for each row, without a line break at the end",
      "/sites?select=id,name&id=lt.3&order=id",
      'id,name\n1,"Cerro Alto"\n2,"Mount Grey"',
    ],
    [
      "quotes where a value needs them",
      "/telescopes?select=name,tags&id=in.(1,4)&order=id",
      'name,tags\nAnteros,"{optical,""adaptive optics""}"\n"Dome-less, ""Wanderer""",{}',
    ],
    ["nothing for null", "/sites?select=country,id&id=eq.4", "country,id\n,4"],
    ["names as they are selected", "/sites?select=key:id&id=eq.1", "key\n1"],
    [
      "rows of embedded resources",
      "/sites?select=id,telescopes(id)&id=eq.2",
      'id,telescopes\n2,"[{""id"":3}]"',
    ],
    [
      "a function's rows",
      "/rpc/site_report?minimum=1&order=site",
      'site,telescopes\n"Cerro Alto",2\n"Mount Grey",1',
    ],
    ["a function's value", "/rpc/answer", "pgrst_scalar\n42"],
    ["a function's set of values", "/rpc/lines", "pgrst_scalar\na\nb"],
  ])("has %s", async (_what, path, expected) => {
    const { status, text, headers } = await asked(path, "text/csv");
    expect([status, text]).toEqual([200, expected]);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  });

  it("of no rows is empty", async () => {
    const { status, text, headers } = await asked("/sites?id=eq.0", "text/csv");
    expect([status, text.trim(), headers["content-range"]]).toEqual([200, "", "*/*"]);
  });
});
