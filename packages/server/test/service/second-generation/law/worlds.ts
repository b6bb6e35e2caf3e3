/** Two services with equal rows: what the root of one and /v2 of the other do must leave them equal. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { type Client, client } from "../../../../../../test/support/client.ts";
import { cloneDatabase, copyOf, type TestDatabase } from "../../../../../../test/support/database.ts";
import { startService } from "../../../../../../test/support/service.ts";
import { apart } from "./differences.ts";
import { type Fleet, fleetOf } from "./fleet.ts";

export interface World {
  readonly api: Client;
  readonly database: TestDatabase;
  /** When it began, milliseconds. */
  readonly began: number;
  drainJobs(): Promise<void>;
  stop(): Promise<void>;
}

export interface Worlds {
  readonly fleet: Fleet;
  /** Its root is asked. */
  readonly first: World;
  /** Its /v2 is asked. */
  readonly second: World;
}

/** Tables of clocks, queues, secrets, sizes and kept states, which each service has its own. */
const OWN_TO_EACH = new Set([
  ...["fold_states", "fold_checkpoints", "stored_bytes"],
  ...["schedules", "workers", "watch_states", "turns"],
  ...["attempts", "one_time_codes", "boat_codes", "kept_answers", "deliveries"],
]);

/** Makes the boats once, and two copies of them. */
export async function twoWorlds(): Promise<Worlds> {
  const original = await cloneDatabase();
  const builder = await start(original);
  const fleet = await fleetOf(builder);
  await builder.stop();
  return { fleet, first: await worldOf(original), second: await worldOf(original) };
}

// One address in their documents.
const start = (database: TestDatabase) =>
  startService({ WAKELOG_WEB_URL: "https://boat.example" }, ignoreAll, undefined, undefined, database);

async function worldOf(original: TestDatabase): Promise<World> {
  const database = await copyOf(original);
  const began = Date.now();
  const service = await start(database);
  return {
    began,
    api: client(service.apiUrl),
    database,
    drainJobs: service.drainJobs,
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

/** Where the rows of both worlds differ, by table. */
export async function unlikeRows({ first, second }: Worlds): Promise<readonly string[]> {
  const [one, other] = await Promise.all([digestsOf(first), digestsOf(second)]);
  const tables = [...one].flatMap(([table, digest]) => (other.get(table) === digest ? [] : [table]));
  return Promise.all(
    tables.map(async (table) => {
      const [mine, theirs] = await Promise.all([rowsOf(first, table), rowsOf(second, table)]);
      const only = (rows: readonly string[], none: readonly string[]) =>
        rows.filter((row) => !none.includes(row));
      const [one, other] = [only(mine, theirs), only(theirs, mine)].map((rows) => rows.join("\n"));
      return `${table}: ${apart(one, other)} and ${apart(other, one)}`;
    }),
  );
}

/** Rows of a table as texts. Times that a clock wrote are alike: only those have fractions of a second. */
const ROWS_OF = sql`
  create or replace function pg_temp.rows_of(relation regclass) returns text[] language plpgsql as $$
  declare found text[];
  begin
    execute format('select array_agg(masked order by masked) from (select regexp_replace(t::text, %L, %L, %L) as masked
      from %s t) rows', '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d\\.\\d+', 'now', 'g', relation) into found;
    return found;
  end $$`;

async function digestsOf({ database }: World): Promise<ReadonlyMap<string, string>> {
  return database.owner.transaction(async (tx) => {
    await tx.run(ROWS_OF);
    const rows = await tx.query(sql`
      select c.oid::regclass::text as name, c.relname, md5(array_to_string(pg_temp.rows_of(c.oid), ' ')) as digest
      from pg_class c where relnamespace in ('api'::regnamespace, 'app'::regnamespace) and relkind = 'r'
      order by 1`);
    return new Map(
      rows
        .filter(({ relname }) => !OWN_TO_EACH.has(String(relname)))
        .map(({ name, digest }) => [String(name), String(digest)]),
    );
  });
}

async function rowsOf({ database }: World, table: string): Promise<readonly string[]> {
  return database.owner.transaction(async (tx) => {
    await tx.run(ROWS_OF);
    const rows = await tx.query(sql`select unnest(pg_temp.rows_of(${table}::text::regclass)) as row`);
    return rows.map(({ row }) => String(row));
  });
}
