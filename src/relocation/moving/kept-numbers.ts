/** The numbers of rows that move to another cell: their own, or new ones where somebody there has them. */
import type { Tx } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { MetNumbers } from "../met-numbers.ts";
import { type Numbered, SEQUENCES } from "../tables.ts";

/** Who has which numbers: `owner`, a vessel or an account, and `id`. Intervals that are gone may come back. */
const HOLDERS: Readonly<Record<Numbered, Sql>> = {
  metadata: sql`select vessel_id as owner, id from api.metadata`,
  log: sql`select vessel_id as owner, id from api.logbook
    union all select vessel_id, id from app.gaps
    union all select vessel_id, id from app.interval_identities where kind <> 'stay'`,
  stay: sql`select vessel_id as owner, id from api.stays
    union all select vessel_id, id from app.interval_identities where kind = 'stay'`,
  moorage: sql`select vessel_id as owner, id from api.moorages`,
  edit: sql`select vessel_id as owner, id from app.edits`,
  rule: sql`select vessel_id as owner, id from api.alert_rules`,
  alert: sql`select vessel_id as owner, id from app.alerts`,
  entry: sql`select vessel_id as owner, id from api.log_entries`,
  photo: sql`select vessel_id as owner, id from api.log_photos`,
  import: sql`select vessel_id as owner, id from app.imports`,
  event: sql`select ref_id as owner, id from app.events`,
  delivery: sql`select account_id as owner, id from app.deliveries`,
  person: sql`select account_id as owner, public_id as id from app.accounts`,
};

const KINDS: readonly Numbered[] = [
  "metadata",
  "log",
  "stay",
  "moorage",
  "edit",
  "rule",
  "alert",
  "entry",
  "photo",
  "import",
  "event",
  "delivery",
  "person",
];

/** How far beyond the arriving numbers the next drawn ones begin, in case somebody draws at the same moment. */
const DISTANCE = 1000;

/**
 * Their own numbers, and new ones where somebody has them. What is drawn from now on begins beyond all that arrive.
 * @param from reads where they come from
 * @param owners the account and its vessels; none of their rows are in the other cell
 */
export async function keptNumbers(from: Tx, to: Tx, owners: readonly string[]): Promise<MetNumbers> {
  for (const kind of KINDS) {
    const [row] = await from.query(sql`
      select max(h.id)::float8 as most from (${HOLDERS[kind]}) h where h.owner = any (${owners}::text[])`);
    if (typeof row?.most !== "number") continue;
    await to.run(sql`
      select setval(s.name, ${row.most + DISTANCE}::bigint)
      from (select (${SEQUENCES[kind]})::regclass as name) s
      where nextval(s.name) <= ${row.most + DISTANCE}::bigint`);
  }
  return new MetNumbers(async (kind, asked) => {
    const { rows } = await to.run(sql`
      select taken.id, nextval((${SEQUENCES[kind]})::regclass)
      from (
        select distinct h.id from (${HOLDERS[kind]}) h where h.id = any (${asked}::bigint[]) order by h.id) taken`);
    return rows.map(([old, fresh]) => [Number(old), Number(fresh)]);
  });
}
