/** Row security as an attacker meets it: every relation of the API, every role, every verb, with another's rows there. */

import { ident, raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acting, type Request, refusal, rowsAs } from "../../../../test/support/acting.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../test/support/two-boats.ts";

/** What a boat does not read: its own links and commands are its people's. */
const NOT_FOR_BOATS: ReadonlySet<string> = new Set(["boat_commands_view", "boat_links_view"]);

let db: TestDatabase;
let alfa: Party;
let bravo: Party;
let relations: readonly string[];
let tenantTables: readonly string[];

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa, bravo } = await twoBoats(db));
  const { rows } = await db.owner.transaction((tx) =>
    tx.run(sql`select relname, exists (select from pg_attribute where attrelid = c.oid and attname = 'vessel_id')
        and (relkind = 'r' or oid = 'api.metrics'::regclass) from pg_class c
      where relnamespace = 'api'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`),
  );
  relations = rows.map(([name]) => name ?? "");
  tenantTables = rows.filter(([, tenant]) => tenant === "t").map(([name]) => name ?? "");
});
afterAll(() => db.drop());

/** Every row of a relation that the role may see, as one text; null where it may not look at all. */
async function seen(request: Request, relation: string): Promise<string | null> {
  const statement = sql`select coalesce(string_agg(row_to_json(t)::text, ' '), '') as text from ${ident("api", relation)} t`;
  if ((await refusal(db, request, statement)) === "42501") return null;
  const [row] = await rowsAs(db, request, statement);
  return String(row?.text);
}

/** Everything that bravo has, as the schema's owner sees it. */
async function bravosRows(): Promise<string> {
  const [row] = await db.owner.transaction((tx) =>
    tx.query(sql`select (select string_agg(m::text, ' ' order by "time") from api.metrics m where vessel_id = ${bravo.vesselId})
      || (select string_agg(l::text, ' ' order by id) from api.logbook l where vessel_id = ${bravo.vesselId})
      || (select string_agg(s::text, ' ' order by id) from api.stays s where vessel_id = ${bravo.vesselId})
      || (select string_agg(m::text, ' ' order by id) from api.moorages m where vessel_id = ${bravo.vesselId})
      || (select string_agg(d::text, ' ') from api.metadata d where vessel_id = ${bravo.vesselId})
      || (select string_agg(e::text, ' ' order by id) from app.events e where ref_id in (${bravo.vesselId}, ${bravo.accountId})) as all`),
  );
  return String(row?.all);
}

describe("reading", () => {
  test("shows a person and a boat their own rows and nothing of another's, in every relation", async () => {
    for (const request of [alfa.user, alfa.boat]) {
      for (const relation of relations) {
        const text = await seen(request, relation);
        if (request === alfa.boat && NOT_FOR_BOATS.has(relation)) {
          expect(text, `${request.role} ${relation}`).toBeNull();
          continue;
        }
        expect(text, `${request.role} ${relation}`).not.toBeNull();
        expect(text, `${request.role} ${relation}`).not.toMatch(/bravo/);
      }
      for (const relation of [
        "logbook",
        "logs_view",
        "log_view",
        "metrics",
        "stays",
        "moorages",
        "metadata",
      ]) {
        expect(await seen(request, relation), relation).not.toBe("");
      }
    }
  });

  test("shows a visitor, a bot and a visitor with a stranger's header nothing of anybody", async () => {
    const strangers: Request[] = [{ role: "anonymous", path: "/logs_view" }, { role: "messenger_role" }];
    for (const request of strangers) {
      for (const relation of relations) {
        const text = (await seen(request, relation)) ?? "";
        expect(text, `${request.role} ${relation}`).not.toMatch(/alfa|bravo/);
      }
    }
    const header = Buffer.from("SVbravo,public_logs_list,0").toString("base64");
    const request: Request = { role: "anonymous", path: "/logs_view", headers: { "x-is-public": header } };
    expect(await refusal(db, request, sql`select`)).toBe("PT404");
  });

  test("lets no filter look at rows that it may not see, not even by failing on them", async () => {
    for (const relation of relations) {
      const peek = sql`select count(*) from ${ident("api", relation)} t
        where 1 / (case when row_to_json(t)::text like '%bravo%' then 0 else 1 end) = 1`;
      for (const request of [alfa.user, alfa.boat]) {
        const closed = request === alfa.boat && NOT_FOR_BOATS.has(relation) ? "42501" : null;
        expect(await refusal(db, request, peek), `${request.role} ${relation}`).toBe(closed);
      }
    }
  });

  test("shows an operator everybody's rows", async () => {
    for (const relation of [
      "logbook",
      "logs_view",
      "logs_mat_view",
      "metrics",
      "stays_view",
      "eventlogs_view",
      "vessels_view",
    ]) {
      const text = await seen({ role: "admin_role" }, relation);
      expect(text, relation).toMatch(/alfa/);
      expect(text, relation).toMatch(/bravo/);
    }
  });

  test("leaves no role a way to the private tables", async () => {
    const { rows } = await db.owner.transaction((tx) =>
      tx.run(
        sql`select relname from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'm')`,
      ),
    );
    const open = new Set([
      "vessels",
      "events",
      "edits",
      "gaps",
      "alerts",
      "imported_rows",
      "imports",
      "metrics_rejected",
      "metric_days",
      "metric_days_due",
      "metric_keys",
      "metric_shapes",
      "metrics",
      "log_lines",
      "log_winds",
      "boat_commands",
      "partial_rows",
      "ais_ship_types",
      "mmsi_countries",
      "spatial_ref_sys",
    ]);
    for (const [name] of rows) {
      for (const request of [alfa.user, alfa.boat, { role: "anonymous" }, { role: "messenger_role" }]) {
        const state = await refusal(db, request, sql`select * from ${ident("app", name ?? "")}`);
        if (!open.has(name ?? "")) expect(state, `${request.role} ${name}`).toBe("42501");
      }
    }
    // The version of a token is as secret as the token.
    expect(await refusal(db, alfa.user, sql`select token_version from app.vessels`)).toBe("42501");
  });
});

describe("writing", () => {
  test("refuses a row that says it is another vessel's", async () => {
    const foreign = bravo.vesselId;
    for (const request of [alfa.user, alfa.boat]) {
      for (const [table, columns, values] of [
        ["logbook", "_from_time", "now()"],
        ["stays", "arrived", "now()"],
        ["moorages", "name", "'x'"],
      ] as const) {
        const state = await refusal(
          db,
          request,
          sql`insert into ${ident("api", table)} (vessel_id, ${raw(columns)}) values (${foreign}, ${raw(values)})`,
        );
        expect(state, `${request.role} ${table}`).toBe("42501");
      }
    }
    expect(
      await refusal(
        db,
        alfa.boat,
        sql`insert into api.metrics (vessel_id, "time") values (${foreign}, now())`,
      ),
    ).toBe("42501");
    expect(await refusal(db, alfa.boat, sql`insert into api.metadata (vessel_id) values (${foreign})`)).toBe(
      "42501",
    );
    expect(await refusal(db, alfa.boat, sql`update api.metadata set vessel_id = ${foreign}`)).toBe("42501");
    expect(
      await refusal(
        db,
        alfa.user,
        sql`insert into api.eventlogs_view (channel, payload, ref_id) values ('note', 'x', ${foreign})`,
      ),
    ).toBe("42501");
  });

  test("stamps the caller's vessel on a row that says nothing or null", async () => {
    for (const statement of [
      sql`insert into api.logbook (_from_time) values (now()) returning vessel_id`,
      sql`insert into api.logbook (vessel_id, _from_time) values (null, now()) returning vessel_id`,
      sql`insert into api.stays (vessel_id, arrived) values (null, now()) returning vessel_id`,
      sql`insert into api.moorages (vessel_id, name) values (null, 'x') returning vessel_id`,
    ]) {
      expect(await rowsAs(db, alfa.user, statement)).toEqual([{ vessel_id: alfa.vesselId }]);
    }
  });

  test("guards events: a person writes notes, reads everything own, and touches nothing else", async () => {
    expect(
      await refusal(
        db,
        alfa.user,
        sql`insert into api.eventlogs_view (channel, payload) values ('email_otp', 'x')`,
      ),
    ).toBe("42501");
    expect(await refusal(db, alfa.user, sql`update api.eventlogs_view set channel = 'new_logbook'`)).toBe(
      "42501",
    );
    await acting(db, alfa.user, async (tx) => {
      const note = await tx.query(
        sql`insert into api.eventlogs_view (channel, payload) values ('note', 'seen') returning ref_id, processed is not null as done`,
      );
      expect(note).toEqual([{ ref_id: alfa.vesselId, done: true }]);
      expect((await tx.run(sql`delete from api.eventlogs_view where channel <> 'note'`)).affected).toBe(0);
      expect(
        (await tx.run(sql`update api.eventlogs_view set processed = now() where channel <> 'note'`)).affected,
      ).toBe(0);
    });
  });
});

/** Commits whatever the statement was allowed to do; its SQLSTATE or null. */
async function attempt(request: Request, statement: Sql): Promise<string | null> {
  const state = await refusal(db, request, statement);
  if (state === null) await rowsAs(db, request, statement);
  return state;
}

test("every table with a vessel's rows is found by this file", () => {
  expect(tenantTables).toEqual([
    "alert_rules",
    "log_entries",
    "log_photos",
    "logbook",
    "metadata",
    "metrics",
    "moorages",
    "stays",
  ]);
});

test("a write without a filter, committed, leaves another's rows as they were", async () => {
  const before = await bravosRows();
  for (const request of [{ role: "anonymous" }, { role: "messenger_role" }, alfa.boat, alfa.user]) {
    for (const relation of relations) {
      const states: (string | null)[] = [];
      for (const column of ["name", "notes", "payload", "vessel_id", "status", "description"]) {
        states.push(
          await attempt(request, sql`update ${ident("api", relation)} set ${ident(column)} = null`),
        );
      }
      states.push(await attempt(request, sql`delete from ${ident("api", relation)}`));
      for (const state of states) {
        expect([null, "42501", "42703", "55000", "23502"], `${request.role} ${relation}`).toContain(state);
      }
    }
    expect(await bravosRows(), request.role).toBe(before);
  }
  // The attacker's own rows are gone: the deletes did happen.
  expect(await seen(alfa.user, "logbook")).toBe("");
});
