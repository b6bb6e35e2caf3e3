/** Where PostgREST 11.2.2 is wrong and no client can depend on it: keys in another order, hints, empty embeds, zones, roles. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { connectPostgres, type Postgres } from "../../../../src/db/postgres.ts";
import { createEngine, type Engine } from "../../../../src/engine/engine.ts";

const SCHEMA = `
  create schema port;
  create table port.ships (a int, b int, n text, primary key (a, b));
  create table port.papers (
    b int, a int, p text, primary key (b, a), foreign key (a, b) references port.ships (a, b)
  );
  create table port.places (id int primary key);
  create table port.visits (
    id int primary key, place int references port.places, at timestamptz default '2026-01-01T00:00Z'
  );
  create function port.ledger_total(amount int) returns int language sql as 'select amount';
  create function port.ledger_count(x int) returns int language sql as 'select x';
  revoke all on function port.ledger_total(int) from public;
  insert into port.ships values (1, 2, 'one'), (3, 4, 'two');
  insert into port.papers values (2, 1, 'p1');
  insert into port.places values (1), (2);
  insert into port.visits values (1, 1), (2, null);
  do $$ begin
    create role port_anonymous nologin;
    create role port_clerk nologin;
  exception when duplicate_object then null; end $$;
  grant usage on schema port to port_anonymous, port_clerk;
  grant select on port.ships, port.papers, port.places, port.visits to port_anonymous;
  grant execute on function port.ledger_total(int) to port_clerk;
`;

let database: TestDatabase;
let pool: Postgres;
let engine: Engine;
beforeAll(async () => {
  database = await emptyDatabase();
  await database.owner.transaction((tx) => tx.script(SCHEMA));
  pool = connectPostgres({ url: database.url, max: 2 });
  engine = await createEngine({
    database: pool,
    authenticate: async ({ authorization = "port_anonymous" }) => ({
      role: authorization,
      claims: { role: authorization },
    }),
    handlers: { procedures: new Map(), inserts: new Map() },
    config: {
      schemas: ["port"],
      anonymousRole: "port_anonymous",
      openApi: { mode: "disabled", version: "1" },
    },
  });
});
afterAll(async () => {
  await engine.close();
  await pool.close();
  await database.drop();
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const [address = "", query = ""] = path.split("?");
  const output = await engine.handle({ method: "GET", path: address, query, headers, body: Buffer.alloc(0) });
  return { ...output, json: JSON.parse(String(output.body)) };
}

describe("a one-to-one relationship", () => {
  it("is found when the key has the columns in another order, from both sides", async () => {
    expect((await get("/ships?select=n,papers(p)&order=a")).json).toEqual([
      { n: "one", papers: { p: "p1" } },
      { n: "two", papers: null },
    ]);
    expect((await get("/papers?select=p,ships(n)")).json).toEqual([{ p: "p1", ships: { n: "one" } }]);
  });
});

describe("a hint", () => {
  it("names no function that the caller may not execute", async () => {
    const hint = async (role: string) => (await get("/rpc/ledger_tota", { authorization: role })).json.hint;
    expect(await hint("port_clerk")).toBe("Perhaps you meant to call the function port.ledger_total");
    expect(await hint("port_anonymous")).not.toBe("Perhaps you meant to call the function port.ledger_total");
    const args = async (role: string) =>
      (await get("/rpc/ledger_total?amoun=1", { authorization: role })).json.hint;
    expect(await args("port_clerk")).toBe("Perhaps you meant to call the function port.ledger_total(amount)");
    expect(await args("port_anonymous")).not.toBe(
      "Perhaps you meant to call the function port.ledger_total(amount)",
    );
  });
});

describe("an embed that is empty all the way down", () => {
  it("is left out, on any level, and still decides which rows there are", async () => {
    const all = [{ id: 1 }, { id: 2 }];
    expect((await get("/visits?select=id,places(visits())&order=id")).json).toEqual(all);
    expect((await get("/visits?select=id,places(visits(places()))&order=id")).json).toEqual(all);
    expect((await get("/visits?select=id,places!inner(visits())&order=id")).json).toEqual([{ id: 1 }]);
    expect((await get("/places?select=id,visits!inner(places!inner())&order=id")).json).toEqual([{ id: 1 }]);
    expect((await get("/places?select=id,visits(places())&visits=is.null&order=id")).json).toEqual([
      { id: 2 },
    ]);
    expect((await get("/places?select=id,visits(id,places())&order=id")).json).toEqual([
      { id: 1, visits: [{ id: 1 }] },
      { id: 2, visits: [] },
    ]);
  });
});

describe("a time zone", () => {
  it.each([
    ["+05:30", "2026-01-01T05:30:00+05:30"],
    ["+0530", "2026-01-01T05:30:00+05:30"],
    ["-4", "2025-12-31T20:00:00-04:00"],
    ["-03:30", "2025-12-31T20:30:00-03:30"],
    ["Asia/Kolkata", "2026-01-01T05:30:00+05:30"],
  ])("may be an offset from UTC: %s", async (zone, at) => {
    const answer = await get("/visits?select=at&id=eq.1", { prefer: `handling=strict, timezone=${zone}` });
    expect(answer.json).toEqual([{ at }]);
    expect(Object.fromEntries(answer.headers)["Preference-Applied"]).toContain(`timezone=${zone}`);
  });

  it.each(["+99", "99:99", "5", "+5:99", "<+01>-01", "nowhere"])("is not %s", async (zone) => {
    const prefer = `handling=strict, timezone=${zone}`;
    expect((await get("/visits?select=at", { prefer })).status).toBe(400);
    expect((await get("/visits?select=at&id=eq.1", { prefer: `timezone=${zone}` })).status).toBe(200);
  });
});

describe("a token", () => {
  it("with a role that does not exist is 401", async () => {
    const { status, headers, json } = await get("/ships", { authorization: "port_nobody" });
    expect([status, json.code, json.message]).toEqual([401, "22023", 'role "port_nobody" does not exist']);
    expect(Object.fromEntries(headers)["WWW-Authenticate"]).toBe("Bearer");
    expect((await get("/rpc/ledger_tota", { authorization: "port_nobody" })).status).toBe(404);
  });
});
