/** Which media type is answered to which `Accept`. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });

const accepting = (type: string, path = "/sites?id=eq.1&select=id,name"): Promise<Answered> =>
  o.get(path, { headers: { Accept: type } });
const typeOf = ({ headers }: Answered): string | undefined => headers["content-type"];

const JSON_TYPE = "application/json; charset=utf-8";
const CSV = "text/csv; charset=utf-8";
const SINGULAR = "application/vnd.pgrst.object+json; charset=utf-8";

describe("the media type answered", () => {
  it("is JSON when none is asked for", async () => {
    const answered = await o.get("/sites?id=eq.1&select=id");
    expect([typeOf(answered), answered.text]).toEqual([JSON_TYPE, '[{"id":1}]']);
  });

  it.each([
    ["*/*", JSON_TYPE],
    ["application/json", JSON_TYPE],
    ["application/json;charset=utf-8", JSON_TYPE],
    ["application/vnd.pgrst.array+json", JSON_TYPE],
    ["application/vnd.pgrst.array", JSON_TYPE],
    ["application/vnd.backend.array+json", JSON_TYPE],
    [
      "application/vnd.pgrst.array+json;nulls=stripped",
      "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    ],
    ["application/vnd.pgrst.object+json", SINGULAR],
    ["application/vnd.pgrst.object", SINGULAR],
    ["application/vnd.backend.object+json", "application/vnd.backend.object+json; charset=utf-8"],
    [
      "application/vnd.pgrst.object+json;nulls=stripped",
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    [
      "application/vnd.pgrst.object; nulls=stripped",
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    ["text/csv", CSV],
    ["text/csv; header=present", CSV],
  ])("of %s is %s", async (accept, expected) => {
    const answered = await accepting(accept);
    expect([answered.status, typeOf(answered)]).toEqual([200, expected]);
  });

  it.each([
    ["text/csv, application/json", CSV],
    ["application/json, text/csv", JSON_TYPE],
    ["image/png, text/csv", CSV],
    ["text/html, application/xhtml+xml, */*;q=0.8", JSON_TYPE],
    ["application/json;q=0.5, text/csv;q=0.9", CSV],
    ["application/json;q=0.9, text/csv;q=0.5", JSON_TYPE],
    ["*/*, text/csv", CSV],
    ["*/*;q=0.9, text/csv;q=0.1", JSON_TYPE],
    ["text/csv;q=0, application/json", JSON_TYPE],
    ["text/csv;q=0, image/png", CSV],
    ["application/json, application/vnd.pgrst.object+json", JSON_TYPE],
    ["application/json, text/csv;header=present", CSV],
    ["application/vnd.pgrst.object+json, application/json", SINGULAR],
  ])("is the first in the order of preference that can be made: %s", async (accept, expected) => {
    expect(typeOf(await accepting(accept))).toBe(expected);
  });

  it.each([
    ["application/octet-stream", "/rpc/greet", "application/octet-stream"],
    ["text/plain", "/rpc/greet", "text/plain; charset=utf-8"],
    ["text/xml", "/sites?id=eq.1&select=name::xml", "text/xml; charset=utf-8"],
  ])("of bare values names the encoding of texts: %s", async (accept, path, expected) => {
    expect(typeOf(await accepting(accept, path))).toBe(expected);
  });

  it("is the same for HEAD as for GET", async () => {
    const { status, headers, body } = await o.ask("HEAD", "/sites", { headers: { Accept: "text/csv" } });
    expect([status, headers["content-type"], body]).toEqual([200, CSV, null]);
  });

  it("is that of what is written too", async () => {
    const headers = { Accept: "text/csv", Prefer: "return=representation,tx=rollback" };
    const made = await o.post("/sites?select=name", [{ name: "a" }, { name: "b" }], { headers });
    expect([typeOf(made), made.text]).toEqual([CSV, "name\na\nb"]);
    const changed = await o.patch("/sites?id=eq.1&select=name", { name: "c" }, { headers });
    expect([typeOf(changed), changed.text]).toEqual([CSV, "name\nc"]);
  });

  it("is JSON for an error, whatever is accepted", async () => {
    for (const accept of ["text/csv", "application/vnd.pgrst.object+json", "application/octet-stream"]) {
      const answered = await accepting(accept, "/sites?select=id&id=eq.x");
      expect([accept, answered.status, typeOf(answered)]).toEqual([accept, 400, JSON_TYPE]);
    }
  });
});

describe("a media type that cannot be made is refused with 415 PGRST107", () => {
  it.each([
    ["image/png", "image/png"],
    ["image/png, application/pdf", "image/png, application/pdf"],
    ["image/png;q=0.2, application/pdf", "application/pdf, image/png"],
    ["image/png; level=1", "image/png"],
    ["text/*", "text/*"],
    ["application/vnd.pgrst.other+json", "application/vnd.pgrst.other+json"],
    ["application/openapi+json", "application/openapi+json"],
    ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
    ["application/vnd.pgrst.plan", 'application/vnd.pgrst.plan+text; for="application/json"'],
    [
      'application/vnd.pgrst.plan+json; for="text/csv"; options=buffers|analyze',
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers',
    ],
  ])("%s", async (accept, named) => {
    const { status, json, headers } = await accepting(accept);
    expect([status, json]).toEqual([
      415,
      {
        code: "PGRST107",
        message: `None of these media types are available: ${named}`,
        details: null,
        hint: null,
      },
    ]);
    expect(headers["content-type"]).toBe(JSON_TYPE);
  });

  it("before anything is written", async () => {
    const { status } = await o.post("/sites", { name: "never" }, { headers: { Accept: "image/png" } });
    expect(status).toBe(415);
    expect((await o.get("/sites?name=eq.never")).json).toEqual([]);
  });

  it.each(["text/plain", "application/octet-stream", "text/xml"])(
    "for what is written, of which there are no bare values: %s",
    async (accept) => {
      const headers = { Accept: accept, Prefer: "return=representation" };
      expect((await o.post("/sites?select=name", { name: "never" }, { headers })).status).toBe(415);
    },
  );

  it.each(["/rpc/answer", "/rpc/all_telescopes"])("for a function as well: %s", async (path) => {
    expect((await accepting("application/openapi+json", path)).status).toBe(415);
  });
});

describe("at the root", () => {
  const OPENAPI = "application/openapi+json; charset=utf-8";

  it.each([
    "application/openapi+json",
    "application/json",
    "*/*",
    "application/vnd.pgrst.array+json",
    "text/html, application/json;q=0.1",
  ])("the description is OpenAPI for %s", async (accept) => {
    const answered = await accepting(accept, "/");
    expect([answered.status, typeOf(answered), answered.json.swagger]).toEqual([200, OPENAPI, "2.0"]);
  });

  it.each([
    ["text/csv", "text/csv"],
    ["application/vnd.pgrst.object", "application/vnd.pgrst.object+json"],
    ["application/vnd.pgrst.object+json;nulls=stripped", "application/vnd.pgrst.object+json;nulls=stripped"],
    ["text/plain", "text/plain"],
  ])("there is nothing else: %s", async (accept, named) => {
    const { status, json } = await accepting(accept, "/");
    expect([status, json.code, json.message]).toEqual([
      415,
      "PGRST107",
      `None of these media types are available: ${named}`,
    ]);
  });
});
