/** Reads an exported account into an installation: the same logbook, with numbers of its own. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { accountByEmail } from "../accounts/accounts.ts";
import { requestCode } from "../accounts/mailed-codes.ts";
import { hashPassword } from "../accounts/passwords.ts";
import type { Tx } from "../db/database.ts";
import { ident, join, type Sql, sql } from "../db/sql.ts";
import type { Installation } from "../installation.ts";
import { enqueue } from "../jobs/queue.ts";
import { isRecord, parseJson } from "../json/json.ts";
import { openZip, type ZipFile } from "../zip/reader.ts";
import { ACCOUNT_FILE, DERIVING, fileOf, LEFT_BEHIND, Leaving } from "./form.ts";
import { type MetNumbers, newNumbers } from "./met-numbers.ts";
import { PACKED, type RelocatedTable, TABLES } from "./tables.ts";

/** What was read. */
export interface Arrived {
  readonly email: string;
  readonly vessels: number;
  readonly rows: number;
  /** Whether there was no such account before. */
  readonly isNew: boolean;
}

/** Rows in one statement; those with tracks are large. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4_000_000;
/** Of one row; more than the database accepts. */
const MOST_CHARACTERS = 268_435_456;

/**
 * Reads a file that `exportAccount` wrote, in one transaction.
 * @param passwordHash of the new password; if null, one is asked for by mail
 * @throws Error if it is not one, or the account has a vessel with rows
 */
export async function importAccount(
  { owner }: Pick<Installation, "owner">,
  path: string,
  passwordHash: string | null,
): Promise<Arrived> {
  const zip = await openZip(path);
  const leaving = await describedIn(zip, path);
  return owner.transaction((tx) => read(tx, zip, leaving, passwordHash), {
    role: "wakelog_worker",
    once: true,
  });
}

/** What the file says of itself, before anything is asked of the database. */
async function describedIn(zip: ZipFile, path: string): Promise<Leaving> {
  if (!zip.names.includes(ACCOUNT_FILE))
    throw new Error(`${path} is a zip file, but not an exported account`);
  let text = "";
  for await (const piece of zip.content(ACCOUNT_FILE)) text += piece.toString();
  const leaving = Leaving.safeParse(parseJson(text));
  if (!leaving.success) throw new Error(`${path} has a form that this release does not know`);
  return leaving.data;
}

async function read(tx: Tx, zip: ZipFile, leaving: Leaving, passwordHash: string | null): Promise<Arrived> {
  const { email } = leaving.account;
  const known = await accountByEmail(tx, email);
  const accountId = known?.accountId ?? (await makeAccount(tx, leaving, passwordHash));
  const empty = known === null ? [] : await emptyVessels(tx, accountId, email);
  const vessels: string[] = [];
  const numbers: MetNumbers[] = [];
  let rows = 0;
  for (const [index, { folder, name, mmsi }] of leaving.vessels.entries()) {
    const vessel = empty[index] ?? (await makeVessel(tx, accountId, name, mmsi));
    vessels.push(vessel);
    const own = newNumbers(tx);
    numbers.push(own);
    rows += await readVessel(tx, zip, folder, vessel, own);
  }
  if (known === null) await renumberPages(tx, accountId, leaving.account.preferences, numbers);
  for (const { channel, payload, vessel } of leaving.waiting) {
    const refId = vessels[vessel];
    if (refId !== undefined && DERIVING.includes(channel)) await enqueue(tx, { channel, payload, refId });
  }
  for (const { payload, stored, vessel } of leaving.notes) {
    const owner = vessel === null ? accountId : (vessels[vessel] ?? accountId);
    await tx.run(sql`
      insert into app.events (channel, payload, ref_id, stored, processed)
      values ('note', ${payload}, ${owner}, ${stored}::timestamptz, now())`);
  }
  await tx.run(sql`select app.refresh_logs_mat()`);
  return { email, vessels: vessels.length, rows, isNew: known === null };
}

async function makeAccount(tx: Tx, { account }: Leaving, passwordHash: string | null): Promise<string> {
  const { email, first, last, preferences, publicName } = account;
  // Otherwise one that nobody knows.
  const hash = passwordHash ?? (await hashPassword(randomBytes(32).toString("base64url")));
  const [row] = await tx.query(sql`
    insert into app.accounts (email, first, last, password_hash, preferences)
    values (${email}, ${first}, ${last}, ${hash}, app.accepted_preferences(${JSON.stringify(preferences)}::jsonb
      - ${LEFT_BEHIND}::text[] || case when ${publicName}::text is null then '{}'
        else jsonb_build_object('public_vessel', app.free_public_name(${publicName}::text)) end))
    returning account_id`);
  const made = await accountByEmail(tx, email);
  if (made !== null && passwordHash === null) await requestCode(tx, "email_reset", made);
  return String(row?.account_id);
}

/** Pages of single logs are published by number, and the numbers have changed; logs that were not imported are no longer published. */
export async function renumberPages(
  tx: Tx,
  accountId: string,
  preferences: Readonly<Record<string, unknown>>,
  numbers: readonly Pick<MetNumbers, "known">[],
): Promise<void> {
  const renumbered = (old: unknown): readonly number[] =>
    typeof old === "number" ? numbers.flatMap((own) => own.known("log", old) ?? []) : [];
  const lists = Object.entries(preferences).flatMap(([key, value]) =>
    key.startsWith("public_") && Array.isArray(value) ? [[key, value.flatMap(renumbered)] as const] : [],
  );
  await tx.run(sql`
    update app.accounts set preferences = preferences || ${JSON.stringify(Object.fromEntries(lists))}::jsonb
    where account_id = ${accountId}`);
}

/** The vessels of an account that have no past. @throws Error if one has */
async function emptyVessels(tx: Tx, accountId: string, email: string): Promise<readonly string[]> {
  const rows = await tx.query(sql`
    select vessel_id, exists (select from app.metrics t where t.vessel_id = m.vessel_id)
      or exists (select from api.logbook t where t.vessel_id = m.vessel_id) as has_past
    from app.memberships m where account_id = ${accountId} and role = 'owner' order by created_at, vessel_id`);
  const found = rows.map((row) => z.object({ vessel_id: z.string(), has_past: z.boolean() }).parse(row));
  if (found.some(({ has_past }) => has_past))
    throw new Error(`${email} has a vessel with rows here already; nothing was imported`);
  return found.map(({ vessel_id }) => vessel_id);
}

async function makeVessel(tx: Tx, accountId: string, name: string, mmsi: string | null): Promise<string> {
  const [row] = await tx.query(sql`
    insert into app.vessels (name, mmsi) values (${name}, ${mmsi}::numeric) returning vessel_id`);
  const vessel = String(row?.vessel_id);
  await tx.run(sql`insert into app.memberships (account_id, vessel_id) values (${accountId}, ${vessel})`);
  return vessel;
}

/** @returns how many rows it had sent */
async function readVessel(
  tx: Tx,
  zip: ZipFile,
  folder: string,
  vessel: string,
  numbers: MetNumbers,
): Promise<number> {
  await tx.run(
    sql`select set_config('wakelog.vessel_id', ${vessel}, true), app.lock_vessel(${vessel}::text)`,
  );
  let sent = 0;
  for (const table of TABLES) {
    const file = fileOf(folder, table.name);
    // The file is from a release that had no such table.
    if (!zip.names.includes(file)) continue;
    // What came into being with the vessel, such as the rules that everybody has.
    await tx.run(sql`delete from ${ident(table.schema, table.name)} where vessel_id = ${vessel}`);
    for await (const lines of batchesOf(zip.content(file))) {
      const rows = rowsIn(table, lines);
      await numbers.meet(rows, table);
      // Whoever made an edit is unknown here.
      const unknown = table.name === "edits" ? { account_id: null } : {};
      const changes = rows.map((row) => ({
        ...table.changes(row, numbers.renumber),
        ...unknown,
        vessel_id: vessel,
      }));
      await insertRows(tx, table, lines, changes);
      if (table.name === "metrics") sent += lines.length;
    }
  }
  await tx.run(sql`
    select app.call_finishing(${vessel}::text)
    where exists (select from app.unfinished where vessel_id = ${vessel})`);
  return sent;
}

/** Reads lines of JSON. @throws Error if one is not a row */
export function rowsIn(
  { name }: Pick<RelocatedTable, "name">,
  lines: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  return lines.map((line) => {
    const row = parseJson(line);
    if (!isRecord(row)) throw new Error(`a line of ${name} is not a row`);
    return row;
  });
}

/**
 * Inserts rows that are lines of JSON. The text is passed on as it is, since JavaScript numbers have fewer digits.
 * @param changes columns that replace those of the line, for each; the first names them all
 */
export async function insertRows(
  tx: Tx,
  table: Pick<RelocatedTable, "schema" | "name">,
  lines: readonly string[],
  changes: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const brought = Object.keys({ ...rowsIn(table, lines.slice(0, 1))[0], ...changes[0] });
  const columns = await columnsOf(tx, table, brought);
  const target = ident(table.schema, table.name);
  await tx.run(sql`
    insert into ${target} (${join(columns.map((column) => ident(column)))}) overriding system value
    select ${join(columns.map(filled))}
    from unnest(${lines}::text[], ${changes.map((change) => JSON.stringify(change))}::text[]) as r (line, change)
    cross join lateral (select r.line::jsonb || r.change::jsonb as doc) d
    cross join lateral jsonb_populate_record(null::${target}, d.doc - array['track_geom', 'track_geog']) p`);
}

function filled(column: string): Sql {
  return column === "track_geom" || column === "track_geog"
    ? sql`app.make_line(d.doc #> array[${column}::text, 'coordinates'])`
    : sql`p.${ident(column)}`;
}

/** The columns that the rows bring and the table has, but those of how they are packed. */
async function columnsOf(
  tx: Tx,
  { schema, name }: Pick<RelocatedTable, "schema" | "name">,
  brought: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await tx.run(sql`
    select attname from pg_attribute
    where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname = any (${brought.filter((column) => name !== "metrics" || !PACKED.includes(column))}::text[])`);
  return rows.map(([column]) => String(column));
}

/** Lines in pieces of a size that the database takes at once. */
async function* batchesOf(content: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  // Pieces of a row that has not ended yet.
  let rest: string[] = [];
  let waiting = 0;
  let batch: string[] = [];
  let characters = 0;
  for await (const piece of content) {
    const [start = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    rest.push(start);
    waiting += start.length;
    if (waiting > MOST_CHARACTERS) throw new Error("one of its rows is too long");
    if (others.length === 0) continue;
    const lines = [rest.join(""), ...others.slice(0, -1)];
    rest = others.slice(-1);
    waiting = rest[0]?.length ?? 0;
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      [batch, characters] = [[], 0];
    }
  }
  if (waiting > 0) throw new Error("one of its files ends in the middle of a row");
  if (batch.length > 0) yield batch;
}
