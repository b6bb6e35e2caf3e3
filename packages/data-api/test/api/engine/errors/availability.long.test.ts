import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ConnectionError,
  type Database,
  DatabaseError,
  PoolTimeoutError,
} from "../../../../src/db/database.ts";
import { sql } from "../../../../src/db/sql.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { type Observatory, openObservatory } from "../observatory.ts";

const CONFIG = {
  schemas: ["api"],
  anonymousRole: "anonymous",
  openApi: { mode: "follow-privileges", version: "1" },
} as const;
const NO_HANDLERS = { procedures: new Map(), inserts: new Map() };
const anonymous = async () => ({ role: "anonymous", claims: {} });
const GET = { method: "GET", path: "/sites", query: "", headers: {}, body: Buffer.alloc(0) };

/** A database that fails in one way. */
function failing(fault: Error): Database {
  const fail = async (): Promise<never> => {
    throw fault;
  };
  return {
    transaction: fail,
    inTurn: fail,
    pipeline: fail,
    listen: async () => async () => {},
    ping: async () => false,
    close: async () => {},
  };
}

describe("while the catalogue cannot be read", () => {
  it("every request is answered 503 with Retry-After, and the engine is not ready", async () => {
    const observed: Observation[] = [];
    const engine = await createEngine({
      database: failing(new ConnectionError("away")),
      authenticate: anonymous,
      handlers: NO_HANDLERS,
      config: CONFIG,
      observe: (one) => observed.push(one),
    });
    const { status, headers, body } = await engine.handle(GET);
    expect(status).toBe(503);
    expect(JSON.parse(String(body)).code).toBe("PGRST002");
    expect(headers).toContainEqual(["Retry-After", expect.any(String)]);
    expect(engine.ready()).toBe(false);
    await expect(engine.reload()).rejects.toThrow("away");
    expect(observed.some(({ kind }) => kind === "fault")).toBe(true);
    await engine.close();
  });
});

describe("a database that comes back", () => {
  it("is found again without a restart, and its changes are heard", async () => {
    const o = await openObservatory();
    let isAway = true;
    const away = async (): Promise<never> => {
      throw new ConnectionError("away");
    };
    const database: Database = {
      ...o.owner,
      transaction: (work, options) => (isAway ? away() : o.owner.transaction(work, options)),
      listen: (channel, heard) => (isAway ? away() : o.owner.listen(channel, heard)),
    };
    const config = { ...CONFIG, schemas: ["observatory"], anonymousRole: "fixture_anonymous" };
    const engine = await createEngine({
      database,
      authenticate: async () => ({ role: "fixture_anonymous", claims: {} }),
      handlers: NO_HANDLERS,
      config,
    });
    expect((await engine.handle(GET)).status).toBe(503);
    isAway = false;
    await expect.poll(() => engine.ready()).toBe(true);
    expect((await engine.handle(GET)).status).toBe(200);
    await engine.close();
    await o.close();
  });
});

describe("a fault below a request", () => {
  let o: Observatory;
  beforeAll(async () => {
    o = await openObservatory();
  });
  afterAll(() => o.close());

  it.each([
    [
      "a broken connection is 503 PGRST001",
      new ConnectionError("gone, with a secret"),
      [503, "PGRST001", "Database client error. Retrying the connection."],
    ],
    [
      "connections that all stay busy are 504 PGRST003",
      new PoolTimeoutError("busy, with a secret"),
      [504, "PGRST003", "Timed out acquiring connection from connection pool."],
    ],
    [
      "a server that shuts down is 503",
      new DatabaseError({ sqlstate: "57P01", message: "terminating connection" }),
      [503, "57P01", "terminating connection"],
    ],
    [
      "a server without free connections is 503",
      new DatabaseError({ sqlstate: "53300", message: "too many connections" }),
      [503, "53300", "too many connections"],
    ],
    [
      "a fault of PostgreSQL's own is 500",
      new DatabaseError({ sqlstate: "XX000", message: "internal" }),
      [500, "XX000", "internal"],
    ],
    [
      "a fault of ours is 500 PGRSTX00, which tells nothing of it",
      new TypeError("a secret"),
      [500, "PGRSTX00", "Internal server error"],
    ],
  ])("%s", async (_what, fault, [status, code, message]) => {
    const observed: Observation[] = [];
    let broken: Error | null = null;
    const database: Database = {
      ...failing(fault),
      transaction: (work, options) =>
        broken === null ? o.owner.transaction(work, options) : Promise.reject(broken),
    };
    const engine = await createEngine({
      database,
      authenticate: anonymous,
      handlers: NO_HANDLERS,
      config: { ...CONFIG, schemas: ["observatory"] },
      observe: (one) => observed.push(one),
    });
    broken = fault;
    const output = await engine.handle(GET);
    const error = { code, message, details: null, hint: null };
    expect([output.status, JSON.parse(String(output.body))]).toEqual([status, error]);
    const retry = output.headers.some(([name]) => name === "Retry-After");
    expect([retry, observed.some(({ kind }) => kind === "fault")]).toEqual([status === 503, status === 500]);
    await engine.close();
  });
});

describe("a request that comes again", () => {
  it("is planned again after the schema changed, and means what its headers say", async () => {
    const o = await openObservatory();
    const path = "/sites?select=id,extra&id=eq.1";
    expect((await o.get(path)).json.code).toBe("42703");
    await o.owner.transaction((tx) =>
      tx.run(sql`alter table observatory.sites add column extra text[] default '{a,b}'`),
    );
    await o.engine.reload();
    expect((await o.get(path)).json).toEqual([{ id: 1, extra: ["a", "b"] }]);
    expect((await o.get("/sites?select=extra->0&id=eq.1")).json).toEqual([{ extra: "a" }]);
    const csv = await o.get(path, { headers: { Accept: "text/csv" } });
    expect(csv.text).toBe('id,extra\n1,"{a,b}"');
    const other = { headers: { "Accept-Profile": "archive" } };
    expect((await o.get("/sites?select=name")).json).toHaveLength(4);
    expect((await o.get("/sites?select=name", other)).json).toEqual([{ name: "Old Tower" }]);
    const whoami = async (as: string) => (await o.get("/rpc/whoami", { as })).json.email;
    expect([await whoami("a@b.c"), await whoami("d@e.f")]).toEqual(["a@b.c", "d@e.f"]);
    await o.close();
  });
});

describe("a change of the schema", () => {
  it("is noticed by notification, and when the engine checks on request", async () => {
    const o = await openObservatory();
    await o.owner.transaction(async (tx) => {
      await tx.run(
        sql`create table observatory.moons (id integer primary key, site_id integer references observatory.sites)`,
      );
      await tx.run(sql`grant select on observatory.moons to fixture_anonymous`);
    });
    expect((await o.get("/sites?select=id,moons(id)")).status).toBe(400);
    await o.owner.transaction((tx) => tx.run(sql`notify pgrst, 'reload schema'`));
    await expect.poll(async () => (await o.get("/sites?select=id,moons(id)")).status).toBe(200);
    await o.owner.transaction((tx) => tx.run(sql`alter table observatory.moons add column phase text`));
    await o.engine.reload();
    expect((await o.get("/?")).json.definitions.moons.properties.phase).toBeDefined();
    await o.close();
  });
});
