/** The procedure that reads an uploaded file, by its name in SQL. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, ProcedureHandler } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import { z } from "zod";
import { readerFor } from "./format.ts";
import { type ImportedRow, Remarks, TruncatedFile, UnreadableFile } from "./row.ts";
import { headOf, textOf } from "./text.ts";

/** Rows per insert. */
const BATCH_ROWS = 1000;
/** Characters per insert, because each row repeats the column names. */
const BATCH_CHARACTERS = 500_000;
const MOST_CHARACTERS = 1_000_000_000;
/** Most rows of an uploaded file; larger files need the command. */
const MOST_ROWS = 1_000_000;

const own = z.object({ _id: z.number().int() });

/** `read_import_fn`: reads the file from the database in parts and inserts its rows in batches. */
export function importProcedures(): ReadonlyMap<string, ProcedureHandler> {
  return new Map<string, ProcedureHandler>([
    [
      "read_import_fn",
      async (args, { tx }) => {
        const { data } = own.safeParse(args);
        return data === undefined ? raise("22023", "_id may not be null") : readImport(tx, data._id);
      },
    ],
  ]);
}

async function readImport(tx: Tx, id: number): Promise<JsonObject> {
  await tx.run(sql`select app.forget_read(${id})`);
  const remarks = new Remarks();
  let [count, characters] = [0, 0];
  try {
    const head = await headOf(textOf(partsOf(tx, id)));
    const reader = readerFor(head);
    let batch: string[] = [];
    let length = 0;
    let truncated: string | null = null;
    const pause = slices();
    const stage = async (): Promise<void> => {
      const rows = `[${batch.join(",")}]`;
      characters += rows.length;
      if (characters > MOST_CHARACTERS) throw new UnreadableFile("The rows of the file are too large.");
      [batch, length] = [[], 0];
      await tx.run(sql`select app.stage_batch(${id}, ${rows}::jsonb)`);
    };
    try {
      for await (const rows of reader.read(() => textOf(partsOf(tx, id)), remarks)) {
        for (const row of rows) {
          count += 1;
          length += batch[batch.push(textOfRow(row)) - 1]?.length ?? 0;
          await pause();
          if (batch.length === BATCH_ROWS || length > BATCH_CHARACTERS) await stage();
        }
        if (count > MOST_ROWS) throw new UnreadableFile(`The file has more than ${MOST_ROWS} rows.`);
      }
    } catch (error) {
      if (!(error instanceof TruncatedFile) || count === 0) throw error;
      truncated = error.message;
    }
    if (batch.length > 0) await stage();
    await tx.run(sql`select app.forget_parts(${id})`);
    return {
      format: reader.name,
      skipped: Object.fromEntries(remarks.skipped),
      notes: remarks.notes,
      truncated,
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return raise("22023", error.message, { hint: "Choose another file." });
  }
}

function textOfRow(row: ImportedRow): string {
  return JSON.stringify({ ...row, time: new Date(row.time).toISOString() });
}

const part = z.object({ n: z.number(), content: z.string() });

/** The parts of a file. */
async function* partsOf(tx: Tx, id: number): AsyncGenerator<Buffer> {
  for (let after = -1; ; ) {
    const [row] = await tx.query(sql`select n, content from app.import_part_after(${id}, ${after})`);
    if (row === undefined) return;
    const { n, content } = part.parse(row);
    after = n;
    yield Buffer.from(content, "base64");
  }
}
