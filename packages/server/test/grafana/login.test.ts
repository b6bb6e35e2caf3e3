/** A login of Grafana's as an attacker has it: everything that PostgreSQL lets a role say, with a neighbour's rows there. */

import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { acting } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { grantGrafana, revokeGrafana } from "../../src/cli/grafana/logins.ts";
import { dropLogins, installationOf, type Visitor, visitor } from "./login.ts";

const there = twoBoatsForTests();
const ALFA = "alfa@example.org";
const BRAVO = "bravo@example.org";
/** Everything that a login of Grafana's is meant to read. */
const READ = [
  "select * from grafana.vessels",
  "select * from grafana.logs",
  "select * from grafana.stays",
  "select * from grafana.moorages",
  "select * from grafana.keys",
  ...["alfavessel", "bravovessel"].flatMap((vessel) => [
    `select *, '' as of from grafana.newest_position('${vessel}')`,
    `select * from grafana.track('${vessel}', now() - interval '1 year', now())`,
    `select * from grafana.readings('${vessel}', array['voltage', 'propulsion.main.state'], now() - interval '1 day', now(), 60)`,
  ]),
];

let alfa: Visitor;

beforeAll(async () => {
  const { db } = there;
  // With statistics, so that estimates reveal something, and with rolled-up days.
  await db.owner.transaction((tx) => tx.run(sql`analyze`));
  await db.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.metric_keys (vessel_id, key, kind, first_seen, last_seen)
      values ('alfavessel', 'alfa.key', 'number', now(), now()), ('bravovessel', 'bravo.key', 'number', now(), now())`),
  );
  alfa = await visitor(db, ALFA);
});
beforeEach(async () => {
  await alfa.refusal("rollback");
  await alfa.rows("reset all");
});
afterAll(async () => {
  await alfa.leave();
  await dropLogins(there.db, [ALFA, BRAVO]);
});

/** All rows of everything that a login may read, as one text. */
async function seen(by: Visitor): Promise<string> {
  const answers: unknown[] = [];
  for (const text of READ) answers.push(await by.rows(text));
  return JSON.stringify(answers);
}

describe("a login of Grafana's", () => {
  it("reads the boat of its account and nothing of another's", async () => {
    const text = await seen(alfa);
    for (const word of ["SV alfa", "alfa out", "alfa harbour", "alfa.key"]) expect(text).toContain(word);
    expect(text).not.toMatch(/bravo/);
    for (const statement of READ.filter((one) => !one.includes("bravovessel"))) {
      expect((await alfa.rows(statement)).length, statement).toBeGreaterThan(0);
    }
    for (const statement of READ.filter((one) => one.includes("bravovessel"))) {
      expect(await alfa.rows(statement), statement).toEqual([]);
    }
  });

  it.each([
    'set request.jwt.claims = \'{"role":"user_role","uid":"bravoaccount","vid":"bravovessel"}\'',
    "set wakelog.vessel_id = 'bravovessel'; set wakelog.account_id = 'bravoaccount'",
    "select set_config('wakelog.vessel_id', 'bravovessel', false), set_config('request.headers', '{\"x-vessel-id\":\"bravovessel\"}', false)",
    "set row_security = off",
    "set search_path = grafana, app, api, public, pg_temp",
    "set role wakelog_grafana",
    "set session authorization default; set role none",
    "begin isolation level serializable read write",
    "set default_transaction_read_only = off; set statement_timeout = 0; set work_mem = '64MB'",
    "set session_authorization = default",
  ])("reads the same after: %s", async (setting) => {
    const before = await seen(alfa);
    // Security does not depend on whether this is refused.
    if ((await alfa.refusal(setting)) !== null) await alfa.refusal("rollback");
    const after = await alfa.refusal(READ.join(";")).then((code) => (code === null ? seen(alfa) : ""));
    if (after !== "") expect(withoutClock(after)).toBe(withoutClock(before));
    expect(after).not.toMatch(/bravo/);
  });

  it.each([
    "set role user_role",
    "set role admin_role",
    "set role wakelog_worker",
    "set role wakelog_viewer",
    "set role wakelog_grafana_owner",
    "set session authorization wakelog_worker",
    "alter role current_user connection limit 100",
    "alter role current_user superuser",
    "alter role current_user set temp_file_limit = -1",
    "alter role current_user reset temp_file_limit",
    "set temp_file_limit = -1",
    "set log_min_messages = debug1",
    "grant wakelog_worker to current_user",
    "copy (select 1) to program 'true'",
    "select pg_read_file('PG_VERSION')",
    "insert into app.grafana_logins values (current_user, 'bravoaccount')",
    "select * from app.grafana_logins",
    "select channel from app.channels",
    "select app.live_channel()",
    "select app.grafana_vessels()",
    "select app.current_vessel()",
    "select * from pg_statistic",
    "select * from pg_authid",
  ])("may not: %s", async (statement) => {
    await alfa.rows("set default_transaction_read_only = off");
    expect(await alfa.refusal(statement)).toBe("42501");
  });

  it.each([
    "create temporary table t (a int)",
    "create table grafana.t (a int)",
    "create table public.t (a int)",
    "create schema t",
    "create function grafana.f() returns int language sql as 'select 1'",
    "select pg_advisory_lock(1)",
    "select pg_try_advisory_xact_lock_shared(1, 2)",
    "select lo_create(0)",
    "select lo_from_bytea(0, 'x')",
    "select pg_logical_emit_message(false, 'x', 'y')",
    "select * from pg_locks",
    "select pg_lock_status()",
    "insert into grafana.logs (vessel) values ('bravovessel')",
    "update grafana.vessels set name = 'mine'",
    "delete from grafana.stays",
    "begin; lock table grafana.logs in access exclusive mode",
    "begin; lock table api.metrics in access share mode",
    "alter function grafana.own_logs() security invoker",
    "drop view grafana.logs",
    "comment on view grafana.logs is 'mine'",
    "vacuum app.metrics",
  ])("leaves nothing behind and delays no other session: %s", async (statement) => {
    await alfa.rows("set default_transaction_read_only = off");
    const refused = await alfa.refusal(statement);
    // PostgreSQL skips what it may not vacuum, with a warning; deleting from a view of a function has no effect.
    expect(statement.startsWith("vacuum") ? "42501" : refused).toMatch(/^(42501|55000|3F000)$/);
  });

  it("has no right to any other relation, column, sequence, function or schema of ours", async () => {
    const found = await there.db.owner.transaction((tx) =>
      tx.query(sql`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname not in ('pg_catalog', 'information_schema', 'grafana', 'pg_toast')
          and has_schema_privilege(${alfa.login}, n.oid, 'usage') and case relkind
            when 'S' then has_sequence_privilege(${alfa.login}, c.oid, 'usage, select, update')
            when 'i' then false
            else has_any_column_privilege(${alfa.login}, c.oid, 'select, insert, update, references')
              or has_table_privilege(${alfa.login}, c.oid, 'delete, truncate, trigger') end
        union all
        select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = pronamespace
        where nspname not in ('pg_catalog', 'information_schema', 'grafana')
          and has_schema_privilege(${alfa.login}, n.oid, 'usage') and has_function_privilege(${alfa.login}, p.oid, 'execute')
        union all
        select nspname from pg_namespace where has_schema_privilege(${alfa.login}, oid, 'create')
          or nspname in ('api', 'app', 'public', 'public_pages') and has_schema_privilege(${alfa.login}, oid, 'usage')`),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
    const relations = await there.db.owner.transaction((tx) =>
      tx.query(sql`
        select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname in ('api', 'app', 'public_pages') and relkind in ('r', 'p', 'v', 'm')`),
    );
    expect(relations.length).toBeGreaterThan(50);
    for (const { name } of relations) {
      expect(await alfa.refusal(`select count(*) from ${String(name)}`), String(name)).toBe("42501");
    }
  });

  it("gets estimates that are the same whatever others have", async () => {
    const plan = async (statement: string) =>
      JSON.stringify(await alfa.rows(`explain (verbose) ${statement}`));
    // bravo sails at 20 degrees north; no boat does at 70 south.
    for (const [relation, column] of [
      ["stays", "latitude"],
      ["moorages", "latitude"],
      ["track('bravovessel', '2020-01-01', '2030-01-01')", "latitude"],
      ["logs", "distance_nm"],
    ]) {
      const around = (value: string) =>
        `select * from grafana.${relation} where ${column} > ${value}::float8`;
      expect((await plan(around("19.5"))).replaceAll("19.5", "-70.5")).toBe(await plan(around("-70.5")));
    }
    expect(await alfa.rows("select * from pg_stats where schemaname in ('api', 'app')")).toEqual([]);
    expect(await alfa.rows("select * from pg_stats_ext")).toEqual([]);
  });

  it("is shown no plan of a neighbour's rows by what it may have printed", async () => {
    const told = async (vessel: string) => {
      // Some connections prepare and print plans first.
      const fresh = await alfa.again();
      await fresh.rows("set client_min_messages = log; set debug_print_plan = on");
      const rows = await fresh.rows(
        `select from grafana.track('${vessel}', now() - interval '1 year', now())`,
      );
      await fresh.leave();
      return { own: rows.length, said: fresh.said.join("\n") };
    };
    const [mine, bravos, nobodys] = [
      await told("alfavessel"),
      await told("bravovessel"),
      await told("nobodyvessl"),
    ];
    // It is shown plans; otherwise nothing would be shown by this.
    expect(mine.said).toContain("SCAN ");
    expect(bravos.own).toBe(0);
    const figures = (text: string) => [...text.matchAll(/plan_rows (\d+)/g)].map(([, rows]) => rows);
    expect(figures(bravos.said)).toEqual(figures(nobodys.said));
    expect(figures(mine.said).length).toBeGreaterThan(figures(bravos.said).length);
  });

  it("hears nothing of what happens on boats, and cannot tell of anything in their name", async () => {
    const listener = await alfa.again();
    for (const channel of ["wakelog_live", "live", "wakelog_events"])
      await listener.rows(`listen ${channel}`);
    const { db, bravo } = there;
    await acting(db, bravo.user, (tx) =>
      tx.run(
        sql`update api.stays set name = 'bravo was here' where vessel_id = ${bravo.vesselId} and active`,
      ),
    );
    await listener.rows("notify wakelog_events, 'own'");
    await vi.waitFor(() => expect(listener.heard.join()).toContain("own"));
    expect(listener.heard.join()).not.toMatch(/bravo/);
    await listener.leave();
  });

  it("has four connections, and what they keep open is ended by the service", async () => {
    const others = [await alfa.again(), await alfa.again(), await alfa.again()];
    await expect(alfa.again()).rejects.toMatchObject({ code: "53300" });
    const [first] = others;
    if (first === undefined) throw new Error("no connection");
    await first.rows("set idle_in_transaction_session_timeout = 0; begin; select * from grafana.logs");
    const { service } = installationOf(there.db);
    const ended = await service((tx) =>
      tx.query(sql`select app.end_long_grafana('0 seconds')::int as ended`),
    );
    expect(ended).toEqual([{ ended: 1 }]);
    await vi.waitFor(async () => expect(await first.refusal("select 1").catch(() => "gone")).not.toBeNull());
    for (const other of others) await other.leave();
  });

  it("is made again where the database came without its roles", async () => {
    const installation = installationOf(there.db);
    const lost = (await grantGrafana(installation, BRAVO)).login;
    await there.db.owner.transaction((tx) => tx.run(sql`drop role ${ident(lost)}`));
    const bravo = await visitor(there.db, BRAVO);
    expect(bravo.login).toBe(lost);
    expect(await seen(bravo)).toContain("SV bravo");
    await bravo.leave();
    await there.db.owner.transaction((tx) => tx.run(sql`drop role ${ident(lost)}`));
    expect(await revokeGrafana(installation, BRAVO)).toBe(lost);
  });

  it("is of one account: a second grant changes its password, and ends what used the old one", async () => {
    const bravo = await visitor(there.db, BRAVO);
    expect(await seen(bravo)).not.toMatch(/alfa(?!vessel')/);
    const second = await grantGrafana(installationOf(there.db), BRAVO.toUpperCase());
    expect([second.login, second.isShut]).toEqual([bravo.login, true]);
    expect(second.password).not.toBe(bravo.password);
    await expect(bravo.again()).rejects.toMatchObject({ code: "28P01" });
    await vi.waitFor(async () => expect(await bravo.refusal("select 1").catch(() => "gone")).not.toBeNull());
    const after = await bravo.again(second.password);
    expect(await seen(after)).toContain("SV bravo");
    // Its account is locked, and then gone.
    await there.db.owner.transaction((tx) =>
      tx.run(sql`update app.accounts set disabled = true where email = ${BRAVO}`),
    );
    expect(await seen(after)).not.toMatch(/bravo/);
    await there.db.owner.transaction((tx) =>
      tx.run(sql`update app.accounts set disabled = false where email = ${BRAVO}`),
    );
    expect(await seen(after)).toMatch(/bravo/);
    await revokeGrafana(installationOf(there.db), BRAVO);
    await expect(after.again()).rejects.toMatchObject({ code: "28P01" });
    await expect(revokeGrafana(installationOf(there.db), BRAVO)).rejects.toThrow("has no login");
    const roles = await there.db.owner.transaction((tx) =>
      tx.query(sql`select count(*)::int as n from pg_roles where rolname = ${bravo.login}`),
    );
    expect(z.array(z.object({ n: z.number() })).parse(roles)).toEqual([{ n: 0 }]);
  });
});

/** Hours so far grow while one looks. */
const withoutClock = (text: string) => text.replaceAll(/"hours":[\d.]+/g, "");
