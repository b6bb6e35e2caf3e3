import { describe, expect, it } from "vitest";
import { observatoryForTests, openObservatory } from "../observatory.ts";

const o = observatoryForTests();

describe("the root", () => {
  it("describes what the role may use", async () => {
    const anonymous = await o.get("/");
    expect(anonymous.status).toBe(200);
    expect(anonymous.headers["content-type"]).toBe("application/openapi+json; charset=utf-8");
    expect(anonymous.json).toMatchObject({ swagger: "2.0", info: { title: "Observatory" } });
    expect(anonymous.json.paths["/papers"]).toBeUndefined();
    expect(anonymous.json.paths["/rpc/restricted"]).toBeUndefined();
    const user = await o.get("/", { as: "a@b.c" });
    expect(user.json.paths["/papers"]).toBeDefined();
    expect(user.json.paths["/rpc/restricted"]).toBeDefined();
  });

  it("describes the schema that is asked for", async () => {
    const { json } = await o.get("/", { headers: { "Accept-Profile": "archive" } });
    expect(Object.keys(json.paths).sort()).toEqual(["/", "/plates", "/rpc/plate_count", "/sites"]);
  });

  it("has no other media types and no other methods", async () => {
    expect((await o.get("/", { headers: { Accept: "text/csv" } })).status).toBe(415);
    expect((await o.post("/", {})).status).toBe(404);
    expect((await o.ask("HEAD", "/")).body).toBeNull();
  });

  it("is not there when switched off", async () => {
    const silent = await openObservatory({ config: { openApi: { mode: "disabled", version: "1" } } });
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
      const { status, text } = await silent.ask(method, "/", { body: {} });
      expect([method, status, text]).toEqual([method, 404, "{}"]);
    }
    for (const headers of [{ Accept: "text/csv" }, { "Accept-Profile": "hidden" }]) {
      expect((await silent.get("/", { headers })).status).toBe(404);
    }
    expect((await silent.ask("HEAD", "/")).status).toBe(404);
    expect((await silent.get("/sites")).status).toBe(200);
    await silent.close();
  });

  it("is answered by a function where one is named", async () => {
    const own = await openObservatory({ config: { rootSpec: "as_json" } });
    expect((await own.get("/")).json).toEqual({ a: [1, 2] });
    const document = await own.get("/", { headers: { Accept: "application/openapi+json" } });
    expect(document.json).toEqual({ a: [1, 2] });
    expect((await own.post("/", {})).json).toEqual({ a: [1, 2] });
    expect((await own.ask("OPTIONS", "/")).headers.allow).toBe("OPTIONS,GET,HEAD,POST");
    expect((await own.ask("HEAD", "/")).body).toBeNull();
    expect((await own.get("/?x=1")).json.code).toBe("PGRST202");
    expect((await own.put("/", {})).json.code).toBe("PGRST101");
    await own.close();
  });
});
