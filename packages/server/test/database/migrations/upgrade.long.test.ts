/** Data of earlier releases when the tables change. */
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { migrate } from "../../../src/database/migrations/migrate.ts";
import { defaultSqlDir } from "../../../src/database/migrations/sql-files.ts";

/** The installation's `sql/` before a table file was added, without code. */
async function sqlBefore(tables: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wakelog-upgrade-"));
  for (const name of ["spatial", "timeseries"]) {
    await cp(join(defaultSqlDir(), name), join(folder, name), { recursive: true });
  }
  await mkdir(join(folder, "code"));
  await mkdir(join(folder, "tables"));
  for (const name of await readdir(join(defaultSqlDir(), "tables"))) {
    if (name < tables) await cp(join(defaultSqlDir(), "tables", name), join(folder, "tables", name));
  }
  return folder;
}

test("names of public pages that differ in accents or underscores only come to belong to the older account", async () => {
  const database = await emptyDatabase();
  const earlier = await sqlBefore("0027_");
  try {
    const options = { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" } as const;
    await migrate(database.owner, { ...options, sqlDir: earlier });
    const people = ["SecretLady", "Secret_Lady", "5écretLady", "Other", "___"];
    await database.owner.transaction(async (tx) => {
      for (const [at, name] of people.entries()) {
        await tx.run(sql`
          insert into app.accounts (account_id, email, first, last, password_hash, preferences, public_name_key, created_at)
          values (${name}, ${`${at}@example.org`}, 'Aino', 'Meri', '-', ${JSON.stringify({ public_vessel: name, website: "x" })}::jsonb,
            ${name.toLowerCase()}, ${`2026-01-0${9 - at}`}::timestamptz)`);
      }
    });
    await migrate(database.owner, options);
    const names = await database.owner.transaction((tx) =>
      tx.query(sql`
        select account_id, preferences ->> 'public_vessel' as name, public_name_key = app.public_name_key(account_id) as keyed
        from app.accounts order by account_id collate "C"`),
    );
    expect(names).toEqual([
      { account_id: "5écretLady", name: "5écretLady", keyed: true },
      { account_id: "Other", name: "Other", keyed: true },
      { account_id: "SecretLady", name: null, keyed: null },
      { account_id: "Secret_Lady", name: null, keyed: null },
      { account_id: "___", name: "___", keyed: true },
    ]);
  } finally {
    await database.drop();
    await rm(earlier, { recursive: true, force: true });
  }
});

test("each name of public pages comes to belong to one account alone, and an ambiguous one to none", async () => {
  const database = await emptyDatabase();
  const earlier = await sqlBefore("0012_");
  try {
    const options = { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" } as const;
    await migrate(database.owner, { ...options, sqlDir: earlier });
    const people = [
      { id: "chosen", boat: "Möwe 7", preferences: { public_vessel: "Gull" } },
      { id: "default", boat: "Sea Mew!", preferences: {} },
      { id: "victim", boat: "Aava", preferences: { public_vessel: "Aava", public_logs: true } },
      { id: "thief", boat: "Thief", preferences: { public_vessel: "aava" } },
      { id: "twin1", boat: "Twin", preferences: {} },
      { id: "twin2", boat: "twin", preferences: { public_vessel: "" } },
    ];
    await database.owner.transaction(async (tx) => {
      for (const { id, boat, preferences } of people) {
        await tx.run(sql`
          insert into app.accounts (account_id, email, first, last, password_hash, preferences)
          values (${id}, ${`${id}@example.org`}, 'Aino', 'Meri', '-', ${JSON.stringify(preferences)}::jsonb)`);
        await tx.run(sql`insert into app.vessels (vessel_id, name) values (${id}, ${boat})`);
        await tx.run(sql`insert into app.memberships (account_id, vessel_id) values (${id}, ${id})`);
      }
    });
    await migrate(database.owner, options);
    const names = await database.owner.transaction((tx) =>
      tx.query(sql`
        select account_id, preferences ->> 'public_vessel' as name, preferences -> 'public_logs' as logs
        from app.accounts order by account_id`),
    );
    expect(names).toEqual([
      { account_id: "chosen", name: "Gull", logs: null },
      { account_id: "default", name: "SeaMew", logs: null },
      { account_id: "thief", name: null, logs: null },
      { account_id: "twin1", name: null, logs: null },
      { account_id: "twin2", name: null, logs: null },
      { account_id: "victim", name: null, logs: true },
    ]);
  } finally {
    await database.drop();
    await rm(earlier, { recursive: true, force: true });
  }
});

test("measurements keep their rows, rules and key when they come to be packed", async () => {
  const database = await emptyDatabase();
  const earlier = await sqlBefore("0048_");
  try {
    const options = { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" } as const;
    await migrate(database.owner, { ...options, sqlDir: earlier });
    const rows = () =>
      database.owner.transaction(async (tx) => {
        // PostgreSQL 14 shows a view's rows by its owner's rights: those of the current vessel.
        await tx.run(sql`select set_config('wakelog.vessel_id', 'kapla', true)`);
        return tx.query(sql`select m.*, m.metrics::text as text from api.metrics m order by "time"`);
      });
    await database.owner.transaction(async (tx) => {
      await tx.run(sql`insert into app.vessels (vessel_id, name) values ('kapla', 'Kapla')`);
      await tx.run(sql`
        insert into api.metrics (vessel_id, "time", latitude, longitude, speedoverground, status, metrics)
        select 'kapla', '2025-01-01Z'::timestamptz + n * interval '1 minute', 59.8, 22.9, n, 'sailing',
          case when n % 10 > 0 then jsonb_build_object('a', n / 8.0, 'b', 1.10, 'c', n::text) end
        from generate_series(1, 100) n`);
    });
    const before = await rows();
    const keyOf = (table: string) =>
      database.owner.transaction((tx) =>
        tx.query(sql`
          select conname, pg_get_constraintdef(oid) as rule from pg_constraint
          where conrelid = ${table}::regclass and contype <> 'n' order by conname`),
      );
    const rules = await keyOf("api.metrics");
    await migrate(database.owner, options);
    expect(await rows()).toEqual(before);
    expect(await keyOf("app.metrics")).toEqual(rules);
    await database.owner.transaction(
      (tx) => tx.run(sql`select app.pack_metrics('kapla', '2025-01-01Z', '2026-01-01Z')`),
      { role: "wakelog_worker" },
    );
    const [row] = await database.owner.transaction((tx) =>
      tx.query(sql`select count(shape)::int as packed from app.metrics`),
    );
    expect(row).toEqual({ packed: 90 });
    expect(await rows()).toEqual(before);
    expect((await migrate(database.owner, options)).codeReplaced).toBe(false);
  } finally {
    await database.drop();
    await rm(earlier, { recursive: true, force: true });
  }
});

test("anchor watches that ended before the upgrade and wait to be told say why in their facts", async () => {
  const database = await emptyDatabase();
  const earlier = await sqlBefore("0056_");
  try {
    const options = { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" } as const;
    await migrate(database.owner, { ...options, sqlDir: earlier });
    await database.owner.transaction((tx) =>
      tx.script(`
        insert into app.events (channel, payload, ref_id, processed) values
          ('anchor_watch_off', 'Somebody switched the anchor watch off.', 'b', null),
          ('anchor_watch_off', 'The boat is under way: the anchor watch is over.', 'b', null),
          ('anchor_watch_off', 'The anchor watch was set again.', 'b', null),
          ('anchor_watch_off', 'Somebody switched the anchor watch off.', 'b', now()),
          ('note', 'Somebody switched the anchor watch off.', 'b', null);`),
    );
    await migrate(database.owner, options);
    const events = await database.owner.transaction((tx) =>
      tx.query(sql`select payload, facts ->> 'ending' as ending from app.events order by id`),
    );
    expect(events.map(({ ending }) => ending)).toEqual([
      "switched_off",
      "sailed_away",
      "set_again",
      null,
      null,
    ]);
    expect(events[0]?.payload).toBe("Somebody switched the anchor watch off.");
  } finally {
    await database.drop();
    await rm(earlier, { recursive: true, force: true });
  }
});

test("an installation that was a cell keeps its accounts and nothing of the others, once every move is finished", async () => {
  const database = await emptyDatabase();
  const earlier = await sqlBefore("0065_");
  try {
    const options = { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" } as const;
    await migrate(database.owner, { ...options, sqlDir: earlier });
    await database.owner.transaction((tx) =>
      tx.script(`
        insert into app.accounts (account_id, email, first, last, password_hash) values
          ('arrived', 'arrived@example.org', 'Aino', 'Meri', '-'),
          ('arriving', 'arriving@example.org', 'Eino', 'Meri', '-');
        insert into app.arriving (account_id, disabled, opened_at) values
          ('arrived', false, now()), ('arriving', false, null);
        insert into app.moved (id, email, cell) values ('gone', 'gone@example.org', 'south');
        insert into app.installation_facts (name, value) values ('cell', 'north'), ('other', 'stays');
        grant update on sequence app.logbook_id to wakelog_worker;`),
    );
    const left = () =>
      database.owner.transaction(async (tx) => {
        const { rows } = await tx.run(sql`
          select to_regclass('app.moved'), to_regclass('app.arriving'), to_regclass('app.gaps_id'),
            to_regclass('app.interval_identities_id'), (select value from app.installation_facts where name = 'cell'),
            nullif(has_sequence_privilege('wakelog_worker', 'app.logbook_id', 'update'), false)`);
        return rows[0];
      });
    const before = await left();
    expect(before).not.toContain(null);
    await expect(migrate(database.owner, options)).rejects.toThrow(
      /the account arriving@example\.org is still on its way to this installation: finish or undo/,
    );
    expect(await left()).toEqual(before);
    await database.owner.transaction((tx) => tx.run(sql`update app.arriving set opened_at = now()`));
    await migrate(database.owner, options);
    expect(await left()).toEqual([null, null, null, null, null, null]);
    const kept = await database.owner.transaction((tx) =>
      tx.query(sql`
        select array(select account_id from app.accounts order by 1) as accounts,
          (select value from app.installation_facts where name = 'other') as other`),
    );
    expect(kept).toEqual([{ accounts: ["arrived", "arriving"], other: "stays" }]);
  } finally {
    await database.drop();
    await rm(earlier, { recursive: true, force: true });
  }
});
