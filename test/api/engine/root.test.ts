import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory();
});
afterAll(() => o.close());

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
    expect([(await silent.get("/")).status, (await silent.get("/")).text]).toEqual([404, "{}"]);
    await silent.close();
  });

  it("is answered by a function where one is named", async () => {
    const own = await openObservatory({ config: { rootSpec: "as_json" } });
    expect((await own.get("/")).json).toEqual({ a: [1, 2] });
    const document = await own.get("/", { headers: { Accept: "application/openapi+json" } });
    expect(document.json).toEqual({ a: [1, 2] });
    await own.close();
  });
});

describe("OPTIONS", () => {
  const allow = async (path: string): Promise<unknown> => {
    const { status, headers } = await o.ask("OPTIONS", path);
    return status === 200 ? headers.allow : status;
  };

  it("tells the methods of each kind of target", async () => {
    expect(await allow("/")).toBe("OPTIONS,GET,HEAD");
    expect(await allow("/sites")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
    expect(await allow("/weather_log")).toBe("OPTIONS,GET,HEAD,POST,PATCH,DELETE");
    expect(await allow("/telescope_totals")).toBe("OPTIONS,GET,HEAD");
    expect(await allow("/nights_overview")).toBe("OPTIONS,GET,HEAD");
    expect(await allow("/people")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
    expect(await allow("/rpc/answer")).toBe("OPTIONS,GET,HEAD,POST");
    expect(await allow("/rpc/add_star")).toBe("OPTIONS,POST");
    expect(await allow("/nowhere")).toBe(404);
    expect(await allow("/rpc/nowhere")).toBe(404);
  });
});

describe("paths and methods that mean nothing", () => {
  it("are refused", async () => {
    const deep = await o.get("/sites/1/telescopes");
    expect([deep.status, deep.text]).toEqual([404, "{}"]);
    const method = await o.ask("TRACE", "/sites");
    expect([method.status, method.json.code]).toEqual([405, "PGRST117"]);
    const put = await o.put("/rpc/answer", {});
    expect([put.status, put.json]).toEqual([
      405,
      expect.objectContaining({ code: "PGRST101", message: "Cannot use the PUT method on RPC" }),
    ]);
  });
});
