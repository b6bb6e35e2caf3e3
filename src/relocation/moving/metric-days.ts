/** Brings what boats measured to another cell, day by day: only days that differ there are written. */
import type { Tx } from "../../db/database.ts";
import { literal, type Sql, sql } from "../../db/sql.ts";
import { rowsIn } from "../file-rows.ts";
import { insertRows } from "../insert-rows.ts";
import { rowsOf } from "../leaving.ts";
import { METRICS } from "./moved-tables.ts";

/** Consecutive days that differ, both included: `2026-11-23`. */
interface Span {
  readonly first: string;
  last: string;
}

/** Makes the rows of a vessel there the same as here. @returns how many were sent */
export async function bringMetrics(from: Tx, to: Tx, vessel: string): Promise<number> {
  const [here, there] = [await digests(from, vessel), await digests(to, vessel)];
  let sent = 0;
  for (const span of differing(here, there)) {
    const which = sql`vessel_id = ${literal(vessel)} and ${within(span)}`;
    await to.run(sql`delete from app.metrics where ${which}`);
    for await (const text of rowsOf(from, METRICS, which, [])) {
      const lines = text.split("\n").slice(0, -1);
      await insertRows(
        to,
        METRICS,
        lines,
        lines.map(() => ({})),
        Object.keys(rowsIn(METRICS, lines.slice(0, 1))[0] ?? {}),
      );
      sent += lines.length;
    }
  }
  return sent;
}

/** A digest of the rows of each day, which differs as soon as one value does. */
async function digests(tx: Tx, vessel: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.run(sql`
    select to_char("time" at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(hash_record_extended(row("time", client_id, latitude, longitude, speedoverground, courseovergroundtrue,
        windspeedapparent, anglespeedapparent, status::text,
        app.whole_metrics(metrics, shape, numbers)), 0)) || ' ' || count(*)
    from app.metrics where vessel_id = ${vessel} group by 1`);
  return new Map(rows.map(([day, digest]) => [String(day), String(digest)]));
}

function differing(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): readonly Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const day of [...new Set([...here.keys(), ...there.keys()])].sort()) {
    if (here.get(day) === there.get(day)) open = null;
    else if (open !== null) open.last = day;
    else {
      open = { first: day, last: day };
      spans.push(open);
    }
  }
  return spans;
}

function within({ first, last }: Span): Sql {
  return sql`"time" >= ${literal(first)}::timestamp at time zone 'UTC'
    and "time" < (${literal(last)}::timestamp + interval '1 day') at time zone 'UTC'`;
}
