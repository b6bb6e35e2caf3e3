/** Exports an account with all its vessels into one file. */
import { createWriteStream, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { empty, ident, join, literal, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { ZipWriter } from "@wakelog/kit/zip/writer.ts";
import { z } from "zod";
import { logGpx } from "../../boat/exports/gpx.ts";
import { readLogs } from "../../boat/exports/stored.ts";
import { atEnd } from "../../database/postgres-server/at-end.ts";
import type { Installation } from "../installation.ts";
import {
  ACCOUNT_FILE,
  type AccountManifest,
  DERIVING,
  fileOf,
  NOT_EXPORTED,
  README,
  README_FILE,
} from "./form.ts";
import { LINK_TABLES, linkRowsOf } from "./link.ts";
import { METRIC_TABLES, PACKED, type RelocatedTable, TABLES } from "./tables.ts";

const Account = z.object({
  account_id: z.string(),
  email: z.string(),
  first: z.string(),
  last: z.string(),
  preferences: z.record(z.string(), z.json()),
});
const Vessel = z.object({ vessel_id: z.string(), name: z.string(), mmsi: z.string().nullable() });
const Waiting = z.object({ channel: z.enum(DERIVING), payload: z.string(), ref_id: z.string() });
const Note = z.object({ payload: z.string(), stored: z.string(), ref_id: z.string() });

/** What was exported. */
export interface ExportedAccount {
  readonly vessels: number;
  readonly rows: number;
  readonly logs: number;
}

/** Exports to a path. @throws Error for an unknown account */
export async function exportAccount(
  { owner }: Pick<Installation, "owner">,
  email: string,
  path: string,
): Promise<ExportedAccount> {
  const draft = `${path}.part`;
  const forget = atEnd(() => rmSync(draft, { force: true }));
  try {
    const out = createWriteStream(draft, { mode: 0o600 });
    const exported = await writeAccount(
      (work, how) => owner.transaction(work, { ...how, role: "wakelog_worker", once: true }),
      { email },
      out,
    );
    await rename(draft, path);
    return exported;
  } finally {
    await rm(draft, { force: true });
    forget();
  }
}

export type AccountKey = { readonly email: string } | { readonly accountId: string };

/**
 * Streams the file, with little memory whatever its size, and ends the stream.
 * @param begin begins a transaction as the service
 * @throws Error for an unknown address, ApiError for an unknown id; destroys `out` then
 */
export async function writeAccount(
  begin: Installation["lengthy"],
  key: AccountKey,
  out: Writable,
): Promise<ExportedAccount> {
  const zip = new ZipWriter(out);
  try {
    // One snapshot, whatever boats send meanwhile.
    const exported = await begin((tx) => write(tx, zip, key), { isolation: "repeatable read" });
    await zip.end();
    return exported;
  } catch (fault) {
    out.destroy();
    throw fault;
  }
}

async function write(tx: Tx, zip: ZipWriter, key: AccountKey): Promise<ExportedAccount> {
  const [found] = await tx.query(sql`
    select account_id, email, first, last, preferences from app.accounts
    where ${"email" in key ? sql`lower(email) = lower(${key.email}::text)` : sql`account_id = ${key.accountId}`}`);
  if (found === undefined) {
    if ("email" in key) throw new Error(`no account has the e-mail address ${key.email}`);
    // Deleted after its session was checked: answer like every later request.
    raise("P0001", "Invalid user", { hint: "Unknown user or password" });
  }
  const account = Account.parse(found);
  const vessels = (
    await tx.query(sql`
      select vessel_id, name, mmsi::text as mmsi from app.vessels join app.memberships m using (vessel_id)
      where m.account_id = ${account.account_id} and m.role = 'owner' order by m.created_at, vessel_id`)
  ).map((row) => Vessel.parse(row));
  const manifest = await described(tx, account, vessels);
  await zip.add(README_FILE, [README]);
  await zip.add(ACCOUNT_FILE, [`${JSON.stringify(manifest, null, 2)}\n`]);
  let [rows, logs] = [0, 0];
  for (const [index, { vessel_id: vessel }] of vessels.entries()) {
    const folder = manifest.vessels[index]?.folder ?? "";
    for (const table of TABLES) {
      await zip.add(
        fileOf(folder, table.name),
        rowsOf(tx, table, vessel, (count) => {
          if (table.name === "metrics") rows += count;
        }),
      );
    }
    for (const table of LINK_TABLES) await zip.add(fileOf(folder, table.name), linkRowsOf(tx, table, vessel));
    logs += await writeTracks(tx, zip, folder, vessel);
  }
  return { vessels: vessels.length, rows, logs };
}

async function described(
  tx: Tx,
  account: z.infer<typeof Account>,
  vessels: readonly z.infer<typeof Vessel>[],
): Promise<AccountManifest> {
  const ids = vessels.map(({ vessel_id }) => vessel_id);
  const notes = await tx.query(sql`
    select payload, stored::text as stored, ref_id from app.events
    where channel = 'note' and ref_id = any (${[account.account_id, ...ids]}::text[]) order by id`);
  const waiting = await tx.query(sql`
    select channel, payload, ref_id from app.events
    where channel = any (${DERIVING}::text[]) and ref_id = any (${ids}::text[]) and processed is null and not dead
    order by id`);
  const { email, first, last, preferences } = account;
  return {
    format: "wakelog account 1",
    wakelog: VERSION,
    exported: new Date().toISOString(),
    account: {
      email,
      first,
      last,
      preferences: Object.fromEntries(
        Object.entries(preferences).filter(([key]) => !NOT_EXPORTED.includes(key)),
      ),
      publicName: typeof preferences.public_vessel === "string" ? preferences.public_vessel : null,
    },
    vessels: vessels.map(({ name, mmsi }, index) => ({ folder: `boat-${index + 1}`, name, mmsi })),
    waiting: waiting
      .map((row) => Waiting.parse(row))
      .map(({ channel, payload, ref_id }) => ({ channel, payload, vessel: ids.indexOf(ref_id) })),
    notes: notes
      .map((row) => Note.parse(row))
      .map(({ payload, stored, ref_id }) => ({
        payload,
        stored,
        vessel: ids.includes(ref_id) ? ids.indexOf(ref_id) : null,
      })),
  };
}

/** Columns that follow from others or are written in another form; vessels get new ids on import. */
const LEFT_OUT = ["vessel_id", "geog", "track_geom", "track_geog"] as const;

/**
 * A vessel's rows as lines of JSON, ordered by id or time.
 * @param count receives the number of rows with each chunk
 */
export async function* rowsOf(
  tx: Tx,
  { schema, name }: Pick<RelocatedTable, "schema" | "name">,
  vessel: string,
  count: (rows: number) => void = () => {},
): AsyncGenerator<string> {
  await tx.run(sql`
    declare exported_rows no scroll cursor for
    select (to_jsonb(t) - array[${join(LEFT_OUT.map(literal))}] ${rewritten(name)})::text
    from ${ident(schema, name)} t where vessel_id = ${literal(vessel)} ${order(name)}`);
  for (;;) {
    const { rows } = await tx.run(fetching(name));
    if (rows.length === 0) break;
    count(rows.length);
    yield rows.map(([line]) => `${line}\n`).join("");
  }
  await tx.run(sql`close exported_rows`);
}

/** Few enough that even the longest fit in memory: a picture takes megabytes. */
function fetching(table: string): Sql {
  if (table === "log_pictures") return sql`fetch 1 from exported_rows`;
  return table === "logbook" ? sql`fetch 20 from exported_rows` : sql`fetch 1000 from exported_rows`;
}

/**
 * Columns exported in another form: tracks as GeoJSON, packed metrics as whole rows. Positions of stays and moorages
 * follow from latitude and longitude.
 */
function rewritten(table: string): Sql {
  if (METRIC_TABLES.includes(table))
    return sql`- array[${join(PACKED.map(literal))}]
      || jsonb_build_object('metrics', app.whole_metrics(t.metrics, t.shape, t.numbers))`;
  if (table !== "logbook") return empty;
  return sql`|| jsonb_build_object(
    'track_geom', app.exact_geojson(track_geom), 'track_geog', app.exact_geojson(track_geog))`;
}

const BY_NUMBER: readonly string[] =
  "moorages stays logbook edits alert_rules alerts log_entries log_photos imports".split(" ");

/** Keeps new ids in the order of the old ones. */
function order(table: string): Sql {
  if (BY_NUMBER.includes(table)) return sql`order by id`;
  return table === "metrics" ? sql`order by "time"` : empty;
}

/** @returns the number of logs written */
async function writeTracks(tx: Tx, zip: ZipWriter, folder: string, vessel: string): Promise<number> {
  const { rows } = await tx.run(sql`
    select id from api.logbook
    where vessel_id = ${vessel} and _to_time is not null and app.is_dated(_from_time, _to_time)`);
  const ids = rows.map(([id]) => Number(id));
  for await (const log of readLogs(tx, { ids }, "leave out"))
    await zip.add(`${folder}/gpx/log-${log.id}.gpx`, logGpx(log, { webUrl: null }));
  return ids.length;
}
