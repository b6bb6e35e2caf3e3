/** Brings rows of an account and its vessels to another cell. */
import type { Tx } from "../../db/database.ts";
import { ident, sql } from "../../db/sql.ts";
import { isRecord } from "../../json/json.ts";
import { renumberPages } from "../arriving.ts";
import { rowsIn } from "../file-rows.ts";
import { insertRows } from "../insert-rows.ts";
import { rowsOf } from "../leaving.ts";
import type { MetNumbers } from "../met-numbers.ts";
import { keptNumbers } from "./kept-numbers.ts";
import { bringMetrics } from "./metric-days.ts";
import { MOVED_TABLES, type MovedTable, type Party } from "./moved-tables.ts";

/** What would be told or done there before the account is open is put aside for so long. */
const ASIDE = sql`interval '100 years'`;

/** Makes everything there what it is here, and locks the account there. Both see one moment. */
export async function bringAll(from: Tx, to: Tx, party: Party): Promise<void> {
  const { accountId, vessels } = party;
  for (const vessel of [...vessels].sort()) await to.run(sql`select app.lock_vessel(${vessel}::text)`);
  for (const { schema, name, which } of [...MOVED_TABLES].reverse())
    await to.run(sql`delete from ${ident(schema, name)} where ${which(party)}`);
  for (const vessel of vessels) await bringMetrics(from, to, vessel);
  for (const vessel of vessels) await bringVessel(from, to, vessel);
  const numbers = await keptNumbers(from, to, [accountId, ...vessels]);
  // What triggers would make of arriving rows is not what is here.
  for (const table of MOVED_TABLES) {
    await to.run(sql`delete from ${ident(table.schema, table.name)} where ${table.which(party)}`);
    await bringRows(from, to, table, party, numbers);
  }
  const [account] = await from.query(
    sql`select preferences, disabled from app.accounts where account_id = ${accountId}`,
  );
  const preferences = isRecord(account?.preferences) ? account.preferences : {};
  await renumberPages(to, accountId, preferences, [numbers]);
  await to.together([
    sql`insert into app.arriving (account_id, disabled) values (${accountId}, ${account?.disabled === true})`,
    sql`update app.accounts set disabled = true where account_id = ${accountId}`,
    sql`update app.events set due = due + ${ASIDE}
      where ref_id = any (${[accountId, ...vessels]}::text[]) and processed is null and not dead`,
    sql`update app.deliveries set due = due + ${ASIDE}
      where account_id = ${accountId} and sent is null and not dead`,
    sql`update app.watch_states set due = due + ${ASIDE} where vessel_id = any (${vessels}::text[])`,
    sql`delete from app.moved where id = any (${[accountId, ...vessels]}::text[])`,
  ]);
}

/** Opens the account there, and what was put aside. Does nothing if it is open. */
export async function open(to: Tx, { accountId, vessels }: Party): Promise<void> {
  const arriving = await to.query(sql`
    update app.arriving set opened_at = now() where account_id = ${accountId} and opened_at is null returning disabled`);
  const [was] = arriving;
  if (was === undefined) return;
  await to.together([
    sql`update app.accounts set disabled = ${was.disabled === true} where account_id = ${accountId}`,
    sql`update app.events set due = due - ${ASIDE}
      where ref_id = any (${[accountId, ...vessels]}::text[]) and processed is null and not dead`,
    sql`update app.deliveries set due = due - ${ASIDE}
      where account_id = ${accountId} and sent is null and not dead`,
    sql`update app.watch_states set due = due - ${ASIDE} where vessel_id = any (${vessels}::text[])`,
    sql`select app.wake_worker('')`,
  ]);
}

/** The vessel itself. Its metrics may be there already, so it is changed where it is. */
export async function bringVessel(from: Tx, to: Tx, vessel: string): Promise<void> {
  const [row] = await from.query(sql`
    select to_jsonb(v)::text as line from app.vessels v where vessel_id = ${vessel}`);
  await to.run(sql`
    insert into app.vessels
    select * from jsonb_populate_record(null::app.vessels, ${String(row?.line)}::jsonb)
    on conflict (vessel_id) do update set name = excluded.name, mmsi = excluded.mmsi,
      token_version = excluded.token_version, created_at = excluded.created_at, updated_at = excluded.updated_at`);
}

async function bringRows(
  from: Tx,
  to: Tx,
  table: MovedTable,
  party: Party,
  numbers: MetNumbers,
): Promise<void> {
  for await (const text of rowsOf(from, table, table.which(party), [])) {
    const lines = text.split("\n").slice(0, -1);
    const rows = rowsIn(table, lines);
    await numbers.meet(rows, table);
    const changes = rows.map((row) => ({ ...table.changes(row, numbers.renumber) }));
    if (table.name === "accounts") await freePublicName(to, rows, changes);
    await insertRows(to, table, lines, changes, Object.keys({ ...rows[0], ...changes[0] }));
  }
}

/** The word of the public pages, with a number after it where somebody there has it. */
async function freePublicName(
  to: Tx,
  [row]: readonly Readonly<Record<string, unknown>>[],
  [change]: Record<string, unknown>[],
): Promise<void> {
  const preferences = isRecord(row?.preferences) ? row.preferences : {};
  const wanted = preferences.public_vessel;
  if (typeof wanted !== "string" || wanted === "" || change === undefined) return;
  const [free] = await to.query(sql`select app.free_public_name(${wanted}) as name`);
  change.preferences = { ...preferences, public_vessel: String(free?.name) };
}
