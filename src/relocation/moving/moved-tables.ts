/** The tables whose rows move to another cell, and how those rows are found. */
import { join, literal, type Sql, sql } from "../../db/sql.ts";
import { type Numbered, numbers, type RelocatedTable, TABLES, table } from "../tables.ts";

/** An account and the vessels that move with it. */
export interface Party {
  readonly accountId: string;
  readonly vessels: readonly string[];
}

/** A table, and a condition on its rows that has no parameters. */
export interface MovedTable extends RelocatedTable {
  readonly which: (party: Party) => Sql;
}

/** A list for `= any`. */
function listed(ids: readonly string[]): Sql {
  return ids.length === 0 ? sql`'{}'::text[]` : sql`array[${join(ids.map(literal))}]`;
}

const ofVessels = ({ vessels }: Party): Sql => sql`vessel_id = any (${listed(vessels)})`;
const ofAccount = ({ accountId }: Party): Sql => sql`account_id = ${literal(accountId)}`;
const ofEither = (party: Party): Sql => sql`(${ofAccount(party)} or ${ofVessels(party)})`;
const ofTenants = ({ accountId, vessels }: Party): Sql =>
  sql`ref_id = any (${listed([accountId, ...vessels])})`;

/** What it is that an event names by a number, by channel. */
const PAYLOADS: Readonly<Record<string, Numbered>> = {
  new_logbook: "log",
  log_finished: "log",
  finish_log: "log",
  new_stay: "stay",
  new_moorage: "stay",
  stay_finished: "stay",
  anchor_hint: "stay",
  monitoring_online: "metadata",
  monitoring_offline: "metadata",
  alert_raised: "alert",
  alert_repeated: "alert",
  alert_escalated: "alert",
  alert_cleared: "alert",
};

const eventNumbers = numbers({ id: "event" });

const event: RelocatedTable["changes"] = (row, renumber) => {
  const kind = PAYLOADS[String(row.channel)];
  const isNumber = kind !== undefined && /^\d{1,9}$/.test(String(row.payload));
  return {
    ...eventNumbers(row, renumber),
    ...(isNumber ? { payload: String(renumber(kind, Number(row.payload))) } : {}),
  };
};

/** Who wrote an entry or a photo. */
const authorship: RelocatedTable["changes"] = ({ kind, id }, renumber) =>
  (kind === "entry" || kind === "photo") && typeof id === "number" ? { id: renumber(kind, id) } : {};

const moved = (one: RelocatedTable, which: MovedTable["which"]): MovedTable => ({ ...one, which });

/** What boats measured: long, so most of it is brought before. */
export const METRICS = moved(table("app", "metrics"), ofVessels);

/** The others, in the order in which they are written: what others refer to comes first. */
export const MOVED_TABLES: readonly MovedTable[] = [
  moved(table("app", "accounts", numbers({ public_id: "person" })), ofAccount),
  moved(table("app", "memberships"), ofAccount),
  ...TABLES.filter(({ name }) => name !== "metrics").map((one) => moved(one, ofVessels)),
  moved(table("app", "watch_states", numbers({ hinted_stay: "stay", unwatched_stay: "stay" })), ofVessels),
  moved(table("app", "authorship", authorship), (party) => sql`${ofAccount(party)} and ${ofVessels(party)}`),
  moved(table("app", "known_networks"), ofAccount),
  moved(table("app", "one_time_codes"), ofAccount),
  moved(table("app", "reminders"), ofEither),
  moved(table("app", "kept_answers"), ofEither),
  moved(table("app", "events", event), ofTenants),
  moved(
    table("app", "deliveries", numbers({ id: "delivery", event_id: "event", digest_id: "delivery" })),
    ofAccount,
  ),
];
