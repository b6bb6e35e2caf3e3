/** Edits of a log by instants and spans of its track, as programs with temporal databases write them. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { parseBoundedSpan, parseTemporalText } from "@wakelog/kit/time/temporal-text.ts";
import { z } from "zod";
import { refold } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";
import { foldNow } from "./make-edit.ts";

/**
 * Writes remarks at instants of a log, in place of those that its track shows there; an empty text removes them.
 * Instants outside the log, and unknown logs, are left alone.
 * @param value texts over time, e.g. `["fog bank"@2026-06-14T10:40:00Z, ""@2026-06-14T10:41:00Z]`
 * @throws 22P02 if the value cannot be read
 */
export async function updateTripNotes(tx: Tx, log: number, value: string): Promise<null> {
  const texts = parseTemporalText(value);
  if (texts === null) {
    raise("22P02", "The notes cannot be read", {
      hint: 'Send texts with their times: ["fog bank"@2026-06-14T10:40:00Z].',
    });
  }
  // Of several texts at an instant, the last one counts.
  const notes = new Map(texts.map(({ time, text }) => [time, text.trim()]));
  const written = [...notes].map(([time, text]) => ({ time: instant(time), text }));
  await tx.run(sql`select app.write_trip_notes(${log}::int, ${JSON.stringify(written)}::jsonb)`);
  return null;
}

/**
 * Removes the rows of a log within a span of time from the record, as an edit that puts them back when it is undone;
 * its track and figures follow. Unknown logs are left alone. For skippers and owners.
 * @param value e.g. `[2026-06-14T10:40:00Z, 2026-06-14T10:41:00Z)`
 * @throws 22P02 if the value cannot be read, or ends before it begins
 */
export async function deleteTripEntry(tx: Tx, log: number, value: string): Promise<null> {
  const span = parseBoundedSpan(value);
  if (span === null) {
    raise("22P02", "The span of time cannot be read", {
      hint: "Send its beginning and end: [2026-06-14T10:40:00Z, 2026-06-14T10:41:00Z].",
    });
  }
  await beginFold(tx);
  // Rows may be dated more finely than the span.
  const [first, last] = [span.includesFrom ? "[" : "(", span.includesTo ? "]" : ")"];
  const bounds = `${first}${instant(span.from)},${instant(span.to)}${last}`;
  const [found] = await tx.query(sql`
    select edit, "from", "to" from app.remove_rows(${log}::int, ${bounds}::tstzrange)`);
  if (found === undefined) return null;
  const { edit, ...removed } = removal.parse(found);
  await foldNow(tx, edit, removed, refold);
  return null;
}

const removal = z.object({ edit: z.number(), from: z.number(), to: z.number() });
