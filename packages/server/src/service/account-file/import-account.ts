/** Imports an exported account into an installation, with new ids. */
import { randomBytes } from "node:crypto";
import { DatabaseError, type Tx } from "@wakelog/data-api/db/database.ts";
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { isRecord, type JsonObject, parseJson } from "@wakelog/kit/json/json.ts";
import { openZip, type ZipFile } from "@wakelog/kit/zip/reader.ts";
import { z } from "zod";
import {
  AWS_LIMIT_KNOTS,
  type ValidationRules,
  validateRow,
} from "../../boat/voyages/ingest/validate-row.ts";
import { enqueue } from "../../database/jobs/queue.ts";
import { accountByEmail } from "../../people/accounts/accounts.ts";
import { requestCode } from "../../people/accounts/mailed-codes.ts";
import { checkName } from "../../people/accounts/names.ts";
import { hashPassword } from "../../people/accounts/passwords.ts";
import type { Installation } from "../installation.ts";
import { type FileRows, rowsInFile, textIn } from "./file-rows.ts";
import { ACCOUNT_FILE, AccountManifest, fileOf, NOT_EXPORTED, TABLE_FILE } from "./form.ts";
import { insertRows } from "./insert-rows.ts";
import { LINK_TABLES, takeLinkRows } from "./link.ts";
import { NewIds } from "./new-ids.ts";
import { ArrivingPictures } from "./pictures.ts";
import { FORMS } from "./table-forms.ts";
import { METRIC_TABLES, TABLES } from "./tables.ts";

/** What was imported. */
export interface ImportedAccount {
  readonly email: string;
  readonly vessels: number;
  readonly rows: number;
  /** Metric rows that a boat may not send; kept aside with the reason. */
  readonly refused: number;
  /** Whether the account did not exist before. */
  readonly isNew: boolean;
}

/**
 * Imports a file written by `exportAccount`, in one transaction. The file is untrusted: its rows pass the same checks
 * as writes by their owner, and their ids are replaced.
 * @param passwordHash of the new password; if null, mail asks for one
 * @param sogLimitKnots refuses metric rows of this speed or more
 * @throws Error if the file is invalid, a row is not allowed, or the account has a vessel with rows
 */
export async function importAccount(
  { owner }: Pick<Installation, "owner">,
  path: string,
  passwordHash: string | null,
  sogLimitKnots: number,
): Promise<ImportedAccount> {
  const zip = await openZip(path, (name) => name === ACCOUNT_FILE || name.endsWith(TABLE_FILE));
  const manifest = await describedIn(zip, path);
  return owner.transaction((tx) => read(tx, zip, manifest, passwordHash, sogLimitKnots), {
    role: "wakelog_worker",
    once: true,
  });
}

/** Reads the file's manifest, before any database access. */
async function describedIn(zip: ZipFile, path: string): Promise<AccountManifest> {
  if (!zip.names.includes(ACCOUNT_FILE))
    throw new Error(`${path} is a zip file, but not an exported account`);
  const manifest = AccountManifest.safeParse(
    parseJson(await textIn(ACCOUNT_FILE, zip.content(ACCOUNT_FILE))),
  );
  if (!manifest.success) throw new Error(`${path} has a format that this release does not know`);
  return manifest.data;
}

async function read(
  tx: Tx,
  zip: ZipFile,
  manifest: AccountManifest,
  passwordHash: string | null,
  sogLimitKnots: number,
): Promise<ImportedAccount> {
  const { email } = manifest.account;
  const known = await accountByEmail(tx, email);
  const accountId =
    known?.accountId ?? (await withFileName(ACCOUNT_FILE, () => makeAccount(tx, manifest, passwordHash)));
  const empty = known === null ? [] : await emptyVessels(tx, accountId, email);
  const vessels: string[] = [];
  const numbers: NewIds[] = [];
  let [rows, refused] = [0, 0];
  for (const [index, { folder, name, mmsi }] of manifest.vessels.entries()) {
    const vessel =
      empty[index] ?? (await withFileName(ACCOUNT_FILE, () => makeVessel(tx, accountId, name, mmsi)));
    vessels.push(vessel);
    const own = new NewIds(tx);
    numbers.push(own);
    const brought = await readVessel(tx, zip, folder, vessel, own, sogLimitKnots);
    rows += brought.rows;
    refused += brought.refused;
  }
  if (known === null) await renumberPages(tx, accountId, manifest, numbers);
  for (const { channel, payload, vessel } of manifest.waiting) {
    const refId = vessels[vessel];
    if (refId !== undefined) await enqueue(tx, { channel, payload, refId });
  }
  for (const { payload, stored, vessel } of manifest.notes) {
    const owner = vessel === null ? accountId : (vessels[vessel] ?? accountId);
    await withFileName(ACCOUNT_FILE, () =>
      tx.run(sql`
        insert into app.events (channel, payload, ref_id, stored, processed)
        values ('note', ${payload}, ${owner}, ${stored}::timestamptz, now())`),
    );
  }
  return { email, vessels: vessels.length, rows, refused, isNew: known === null };
}

async function makeAccount(
  tx: Tx,
  { account }: AccountManifest,
  passwordHash: string | null,
): Promise<string> {
  const { email, first, last, preferences, publicName } = account;
  await checkName(tx, "firstname", first);
  await checkName(tx, "lastname", last);
  // Otherwise a random one that no one learns.
  const hash = passwordHash ?? (await hashPassword(randomBytes(32).toString("base64url")));
  const [row] = await tx.query(sql`
    insert into app.accounts (email, first, last, password_hash, preferences)
    values (${email}, ${first}, ${last}, ${hash}, app.accepted_preferences(${JSON.stringify(preferences)}::jsonb
      - ${NOT_EXPORTED}::text[] || case when ${publicName}::text is null then '{}'
        else jsonb_build_object('public_vessel', app.free_public_name(
          app.checked_preference('{public_vessel}', to_jsonb(${publicName}::text)) #>> '{}')) end))
    returning account_id`);
  const made = await accountByEmail(tx, email);
  if (made !== null && passwordHash === null) await requestCode(tx, "email_reset", made);
  return String(row?.account_id);
}

/**
 * Public pages of single logs are addressed by id, and ids have changed. Logs that were not imported are no longer
 * public.
 */
async function renumberPages(
  tx: Tx,
  accountId: string,
  { account }: AccountManifest,
  numbers: readonly NewIds[],
): Promise<void> {
  const renumbered = (old: unknown): readonly number[] =>
    typeof old === "number" ? numbers.flatMap((own) => own.known("log", old) ?? []) : [];
  const lists = Object.entries(account.preferences).flatMap(([key, value]) =>
    key.startsWith("public_") && Array.isArray(value) ? [[key, value.flatMap(renumbered)] as const] : [],
  );
  await tx.run(sql`
    update app.accounts set preferences = preferences || ${JSON.stringify(Object.fromEntries(lists))}::jsonb
    where account_id = ${accountId}`);
}

/** The vessels of an account without history. @throws Error if one has any */
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
  await checkName(tx, "vessel_name", name);
  const [row] = await tx.query(sql`
    insert into app.vessels (name, mmsi) values (${name}, ${mmsi}::numeric) returning vessel_id`);
  const vessel = String(row?.vessel_id);
  await tx.run(sql`insert into app.memberships (account_id, vessel_id) values (${accountId}, ${vessel})`);
  return vessel;
}

/** @returns the number of imported metric rows */
async function readVessel(
  tx: Tx,
  zip: ZipFile,
  folder: string,
  vessel: string,
  numbers: NewIds,
  sogLimitKnots: number,
): Promise<{ readonly rows: number; readonly refused: number }> {
  await tx.run(
    sql`select set_config('wakelog.vessel_id', ${vessel}, true), app.lock_vessel(${vessel}::text)`,
  );
  const pictures = new ArrivingPictures();
  const rules = { vesselId: vessel, now: Date.now(), sogLimitKnots, awsLimitKnots: AWS_LIMIT_KNOTS };
  let [sent, refused] = [0, 0];
  for (const table of TABLES) {
    const file = fileOf(folder, table.name);
    const form = FORMS[table.name];
    // An earlier release without this table wrote the file.
    if (form === undefined || !zip.names.includes(file)) continue;
    // Rows created with the vessel, such as the built-in rules.
    await tx.run(sql`delete from ${ident(table.schema, table.name)} where vessel_id = ${vessel}`);
    for await (const brought of rowsInFile(file, zip.content(file), form)) {
      const { lines, rows } = METRIC_TABLES.includes(table.name)
        ? await admissible(tx, brought, rules)
        : brought;
      refused += brought.rows.length - rows.length;
      await numbers.assign(rows, table);
      const changes = rows.map((row) => {
        const renumbered = table.changes(row, numbers.renumber);
        const seen = table.name === "log_pictures" ? pictures.take(row, Number(renumbered.id)) : {};
        return { ...renumbered, ...seen, vessel_id: vessel };
      });
      const columns = Object.keys(form.shape).filter((column) =>
        rows.some((row) => row[column] !== undefined),
      );
      await withFileName(file, () => insertRows(tx, table, lines, changes, [...columns, "vessel_id"]));
      if (table.name === "metrics") sent += lines.length;
    }
  }
  for (const table of LINK_TABLES) {
    const file = fileOf(folder, table.name);
    if (!zip.names.includes(file)) continue;
    for await (const brought of rowsInFile(file, zip.content(file), table.form))
      await withFileName(file, () => takeLinkRows(tx, table, vessel, brought));
  }
  await pictures.settle(tx, vessel);
  await withFileName(folder, () => tx.run(sql`select app.check_arrived(${vessel}::text)`));
  await tx.run(sql`
    select app.call_finishing(${vessel}::text)
    where exists (select from app.unfinished where vessel_id = ${vessel})`);
  return { rows: sent, refused };
}

/** The rows that a boat may send; the others are kept aside with the reason, as at ingest. */
async function admissible(tx: Tx, { lines, rows }: FileRows, rules: ValidationRules): Promise<FileRows> {
  const verdicts = lines.map((line, at) => ({
    line,
    row: rows[at] ?? {},
    ...validateRow(withoutVessel(line), rules),
  }));
  const refused = verdicts.flatMap((one) => ("refused" in one ? [one.refused] : []));
  if (refused.length > 0) await tx.run(sql`select app.reject_metrics(${JSON.stringify(refused)}::jsonb)`);
  const accepted = verdicts.filter((one) => "accepted" in one);
  return { lines: accepted.map(({ line }) => line), rows: accepted.map(({ row }) => row) };
}

function withoutVessel(line: string): JsonObject {
  const row = parseJson(line);
  if (!isRecord(row)) return {};
  const { vessel_id: _, ...rest } = row;
  return rest;
}

/** Rewrites the database's refusal of file contents as an error about the file. */
async function withFileName<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Invalid data, violated constraints, and exceeded limits.
    if (cause instanceof DatabaseError && /^(22|23|54)/.test(cause.sqlstate))
      throw new Error(`${where} was refused, and nothing was imported: ${cause.message}`, { cause });
    throw cause;
  }
}
