/** How a request's transaction ends, and what it leaves. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../src/db/sql.ts";
import { createEngine, type Engine, type EngineConfig } from "../../../../src/engine/engine.ts";
import { observatoryForTests } from "../observatory.ts";

const EXTRA = `
create function observatory.write_and_fail(name text) returns void language plpgsql volatile as $$
begin
  insert into observatory.sites (name) values (write_and_fail.name);
  perform 1 / 0;
end
$$;
create function observatory.write_and_raise(name text) returns void language plpgsql volatile as $$
begin
  insert into observatory.sites (name) values (write_and_raise.name);
  raise sqlstate 'PT402' using message = 'Pay first';
end
$$;
alter table observatory.bookings alter constraint bookings_observer_id_fkey deferrable initially deferred;
`;

const MODES = ["commit", "commit-allow-override", "rollback", "rollback-allow-override"] as const;
type Mode = (typeof MODES)[number];

const o = observatoryForTests({ extra: EXTRA });
const engines = new Map<Mode, Engine>();
beforeAll(async () => {
  for (const txEnd of MODES) {
    const config: EngineConfig = {
      schemas: ["observatory"],
      anonymousRole: "fixture_anonymous",
      extraSearchPath: ["tools"],
      openApi: { mode: "disabled", version: "1" },
      txEnd,
    };
    const engine = await createEngine({
      database: o.owner,
      authenticate: async () => ({ role: "fixture_anonymous", claims: {} }),
      handlers: { procedures: new Map(), inserts: new Map() },
      config,
    });
    engines.set(txEnd, engine);
  }
});
afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
});

/** Sends it to the engine with this transaction end: status and applied preferences. */
async function ask(
  mode: Mode,
  method: string,
  target: string,
  prefer: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly applied: string | undefined }> {
  const [path = "", query = ""] = target.split("?");
  const headers: Record<string, string> = prefer === "" ? {} : { prefer };
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const output = await engines.get(mode)?.handle({ method, path, query, headers, body: bytes });
  const applied = output?.headers.find(([name]) => name === "Preference-Applied")?.[1];
  return { status: output?.status ?? 0, applied };
}

async function count(name: string): Promise<number> {
  const statement = sql`select count(*) from observatory.sites where name = ${name}`;
  const { rows } = await o.owner.transaction((tx) => tx.run(statement));
  return Number(rows[0]?.[0]);
}

describe("db-tx-end", () => {
  it.each([
    ["commit", "", true, undefined],
    ["commit", "tx=commit", true, undefined],
    ["commit", "tx=rollback", true, undefined],
    ["commit-allow-override", "", true, undefined],
    ["commit-allow-override", "tx=commit", true, "tx=commit"],
    ["commit-allow-override", "tx=rollback", false, "tx=rollback"],
    ["commit-allow-override", "tx=sometimes", true, undefined],
    ["rollback", "", false, undefined],
    ["rollback", "tx=commit", false, undefined],
    ["rollback", "tx=rollback", false, undefined],
    ["rollback-allow-override", "", false, undefined],
    ["rollback-allow-override", "tx=commit", true, "tx=commit"],
    ["rollback-allow-override", "tx=rollback", false, "tx=rollback"],
    ["rollback-allow-override", "tx=sometimes", false, undefined],
  ] as const)(
    "%s with Prefer: %s keeps what was written: %s; applied: %s",
    async (mode, prefer, kept, said) => {
      const name = `${mode} ${prefer}`;
      expect(await ask(mode, "POST", "/sites", prefer, { name })).toEqual({ status: 201, applied: said });
      expect(await count(name)).toBe(kept ? 1 : 0);
    },
  );

  it.each([
    ["PATCH", "/sites?id=eq.1", { altitude: 1 }, 204],
    ["PUT", "/sites?id=eq.1", { id: 1, name: "Put", altitude: 1, country: null, location: null }, 204],
    ["DELETE", "/site_contacts?site_id=eq.1", undefined, 204],
    ["POST", "/rpc/add_star", { catalog: "ZZ", number: 1 }, 200],
  ])("holds for every write: %s %s", async (method, path, body, status) => {
    const state = async (): Promise<unknown> => {
      const statement = sql`select (select json_agg(s) from observatory.sites s where id = 1),
        (select count(*) from observatory.site_contacts), (select count(*) from observatory.stars)`;
      return (await o.owner.transaction((tx) => tx.run(statement))).rows;
    };
    const before = await state();
    expect(await ask("rollback", method, path, "", body)).toMatchObject({ status });
    expect(await ask("commit-allow-override", method, path, "tx=rollback", body)).toEqual({
      status,
      applied: "tx=rollback",
    });
    expect(await state()).toEqual(before);
    expect(await ask("rollback-allow-override", method, path, "tx=commit", body)).toMatchObject({ status });
    expect(await state()).not.toEqual(before);
  });

  it("applies to reads as well", async () => {
    expect(await ask("commit-allow-override", "GET", "/sites", "tx=rollback")).toEqual({
      status: 200,
      applied: "tx=rollback",
    });
    expect(await ask("rollback", "GET", "/sites", "tx=rollback")).toEqual({
      status: 200,
      applied: undefined,
    });
  });
});

describe("deferred constraints", () => {
  it.each([
    ["commit", ""],
    ["commit-allow-override", "tx=rollback"],
    ["rollback", ""],
  ] as const)("are checked before the end, be it %s %s: 23503 with 409", async (mode, prefer) => {
    expect(await ask(mode, "POST", "/bookings", prefer, { id: 70, observer_id: 999 })).toMatchObject({
      status: 409,
    });
    expect((await o.get("/bookings?id=eq.70")).json).toEqual([]);
  });
});

describe("any error", () => {
  it.each([
    ["one row of several that cannot be", "POST", "/sites", [{ name: "lost" }, { name: null }], 400],
    ["a row that is there already", "POST", "/sites", [{ name: "lost" }, { name: "Mount Grey" }], 409],
    ["an error in a function", "POST", "/rpc/write_and_fail", { name: "lost" }, 400],
    ["an error that a function raises", "POST", "/rpc/write_and_raise", { name: "lost" }, 402],
    ["an update that hits a constraint", "PATCH", "/sites?id=gt.1", { name: "lost" }, 409],
  ])("undoes the whole request: %s", async (_what, method, path, body, status) => {
    expect((await o.ask(method, path, { body })).status).toBe(status);
    expect(await count("lost")).toBe(0);
  });

  it("of an answer's shape undoes it too: one object was asked for and there are two", async () => {
    const headers = { Accept: "application/vnd.pgrst.object+json", Prefer: "return=representation" };
    const { status, json } = await o.post("/sites", [{ name: "lost" }, { name: "lost too" }], { headers });
    expect([status, json.code]).toEqual([406, "PGRST116"]);
    expect(await count("lost")).toBe(0);
  });

  it("leaves its connection fit for the next request", async () => {
    for (let i = 0; i < 6; i++) await o.post("/rpc/write_and_fail", { name: "lost" });
    expect((await o.post("/sites", { name: "found" })).status).toBe(201);
    expect(await count("found")).toBe(1);
  });
});
