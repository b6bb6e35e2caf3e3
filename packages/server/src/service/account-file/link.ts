/**
 * What a boat's link leaves ashore, in an account file: which rows arrived by their numbers, and the settings of the plugin
 * on board. Keys are not there: they are secrets, stored hashed, so a boat whose account moved is paired again.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { literal, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { z } from "zod";
import { columns, json, object, optional, real, text } from "./columns.ts";
import type { FileRows } from "./file-rows.ts";

/** A kind of rows, named by their boat and stream instead of ids. */
export interface LinkTable {
  readonly name: string;
  readonly form: z.ZodObject;
  /** The rows of a vessel as JSON. */
  readonly select: (vessel: Sql) => Sql;
  /** Stores rows; what another boat here has already is left out. */
  readonly insert: (vessel: string, rows: string) => Sql;
}

/** A 64-bit number as text: JavaScript's numbers have fewer digits. */
const digest = text.regex(/^-?\d{1,19}$/, "is not a digest");

/** In writing order. */
export const LINK_TABLES: readonly LinkTable[] = [
  {
    name: "boat_streams",
    form: columns({ stream: text, paths: json }),
    select: (vessel) => sql`
      select jsonb_build_object('stream', s.stream, 'paths', s.paths)::text
      from app.boat_streams s where s.vessel_id = ${vessel} order by s.id`,
    insert: (vessel, rows) => sql`select app.take_boat_streams(${vessel}, ${rows}::jsonb)`,
  },
  {
    name: "boat_rows",
    form: columns({
      stream: text,
      number: real,
      sent_at: real,
      stored_at: optional(real),
      digest,
      refused: optional(text),
    }),
    select: (vessel) => sql`
      select jsonb_build_object('stream', s.stream, 'number', r.number, 'sent_at', r.sent_at, 'stored_at', r.stored_at,
        'digest', r.digest::text, 'refused', r.refused)::text
      from app.boat_streams s join app.boat_rows r on r.stream_id = s.id where s.vessel_id = ${vessel}`,
    insert: (vessel, rows) => sql`select app.take_boat_rows(${vessel}, ${rows}::jsonb)`,
  },
  {
    name: "boat_settings",
    form: columns({ settings: object }),
    select: (vessel) => sql`
      select jsonb_build_object('settings', s.settings)::text from app.boat_settings s where s.vessel_id = ${vessel}`,
    insert: (vessel, rows) => sql`select app.take_boat_settings(${vessel}, ${rows}::jsonb)`,
  },
];

/** The rows of a vessel as lines of JSON. */
export async function* linkRowsOf(tx: Tx, { select }: LinkTable, vessel: string): AsyncGenerator<string> {
  await tx.run(sql`declare link_rows no scroll cursor for ${select(literal(vessel))}`);
  for (;;) {
    const { rows } = await tx.run(sql`fetch 1000 from link_rows`);
    if (rows.length === 0) break;
    yield rows.map(([line]) => `${line}\n`).join("");
  }
  await tx.run(sql`close link_rows`);
}

/** Stores rows of a file. */
export async function takeLinkRows(
  tx: Tx,
  { insert }: LinkTable,
  vessel: string,
  { lines }: FileRows,
): Promise<void> {
  await tx.run(insert(vessel, `[${lines.join()}]`));
}
