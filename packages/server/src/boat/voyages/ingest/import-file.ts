/** Stores the rows of a parsed file: first a preview, then batch by batch. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { START } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { closeAt, foldRows, settleFold } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { batchJson } from "./batch.ts";
import { AWS_LIMIT_KNOTS, validateRow } from "./validate-row.ts";

/** Points of the preview's line. */
const LINE_POINTS = 500;

const counts = z.object({
  n: z.number(),
  known: z.number(),
  covered: z.array(z.number()),
  others: z.number(),
});
type StagedBatch = z.infer<typeof counts> & { readonly rows: readonly JsonValue[] };

async function batchAfter(tx: Tx, id: number, after: number): Promise<StagedBatch | null> {
  const [row] = await tx.query(sql`
    select n, rows, known, covered, others from app.import_batch_after(${id}, ${after})`);
  return row === undefined ? null : { ...counts.parse(row), rows: Array.isArray(row.rows) ? row.rows : [] };
}

/** The valid rows, one per time, and why the others are refused. */
async function judged(rows: readonly JsonValue[], vesselId: string, sogLimitKnots: number) {
  const rules = { vesselId, now: Date.now(), sogLimitKnots, awsLimitKnots: AWS_LIMIT_KNOTS };
  const accepted = new Map<number, MetricRow>();
  const refused = new Map<string, number>();
  for (const verdict of await mapInSlices(rows, (row) => validateRow(row, rules))) {
    if ("accepted" in verdict) {
      const row = verdict.accepted;
      if (!accepted.has(row.time)) accepted.set(row.time, row);
    } else {
      // Group refusals by fault, without the measured value.
      const reason = verdict.refused.reason.replace(/-?\d+(\.\d+)?/g, "…");
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    }
  }
  return { accepted: [...accepted.values()], refused };
}

/** Previews an import without storing anything. */
export async function previewImport(tx: Tx, id: number, sogLimitKnots: number): Promise<JsonObject> {
  const refused = new Map<string, number>();
  const places: (readonly [number, number])[] = [];
  let [rows, known, covered, from, to] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let batch = await batchAfter(tx, id, -1);
  while (batch !== null) {
    const found = await judged(batch.rows, "", sogLimitKnots);
    rows += batch.rows.length;
    known += batch.known;
    covered += batch.covered.length;
    for (const [reason, count] of found.refused) refused.set(reason, (refused.get(reason) ?? 0) + count);
    for (const { time, longitude, latitude } of found.accepted) {
      from = Math.min(from, time);
      to = Math.max(to, time);
      if (longitude !== null && latitude !== null) places.push([longitude, latitude]);
    }
    batch = await batchAfter(tx, id, batch.n);
  }
  const step = Math.max(1, Math.ceil(places.length / LINE_POINTS));
  return {
    rows,
    known,
    covered,
    refused: Object.fromEntries(refused),
    from: Number.isFinite(from) ? new Date(from).toISOString() : null,
    to: Number.isFinite(to) ? new Date(to).toISOString() : null,
    line: places.filter((_, at) => at % step === 0 || at === places.length - 1).map((place) => [...place]),
  };
}

/** The track's columns: two recordings interleaved row by row would make it longer than it was. */
const TRACK = {
  latitude: null,
  longitude: null,
  speedoverground: null,
  courseovergroundtrue: null,
  status: null,
};

/** A row without its track columns; none if it is then empty. */
export function withoutTrack<T extends object>(row: T): readonly (T & typeof TRACK)[] {
  const rest = { ...row, ...TRACK };
  return Object.entries(rest).every(([name, value]) => name === "time" || value == null) ? [] : [rest];
}

/** A batch without positions that another recording covers, and without rows that are then empty. */
function outsideOthers({ rows, covered }: StagedBatch): JsonValue[] {
  const places = new Set(covered);
  return rows.flatMap((row, n): readonly JsonValue[] =>
    places.has(n) && isRecord(row) ? withoutTrack(row) : [row],
  );
}

/** Stores the next batch of a file. @throws 22023 if there is none */
export async function importBatch(tx: Tx, id: number, sogLimitKnots: number): Promise<JsonObject> {
  const taken = await beginFold(tx);
  const batch = await batchAfter(tx, id, -1);
  if (batch === null)
    return raise("22023", "There is nothing left to import", { hint: "Upload the file again." });
  const rows = outsideOthers(batch);
  const { accepted, refused } = await judged(rows, taken.vesselId, sogLimitKnots);
  const { rows: before } = await tx.run(
    sql`select n, same from app.bring_rows(${id}, ${await batchJson(accepted)}::json)`,
  );
  const known = new Set(before.map(([n]) => Number(n)));
  const fresh = accepted.filter((_, n) => !known.has(n)).sort((a, b) => a.time - b.time);
  const { isPending } = await foldRows(tx, taken, fresh);
  await tx.run(sql`select app.forget_batch(${id}, ${batch.n})`);
  // Fold once, after the last batch.
  if (isPending && batch.others === 0) await settleFold(tx);
  if (batch.others === 0) await closeAt(tx, await endOf(tx, id, accepted));
  const left = batch.others;
  const count = [...refused.values()].reduce((sum, one) => sum + one, 0);
  return { left, stored: fresh.length, known: known.size, covered: batch.covered.length, refused: count };
}

/** Time of a file's last row, given its last batch; minus infinity if it has none. */
async function endOf(tx: Tx, id: number, batch: readonly MetricRow[]): Promise<number> {
  const { rows } = await tx.run(sql`
    select extract(epoch from r."time") * 1000 from app.imported_rows r
    where r.import_id = ${id} order by r."time" desc limit 1`);
  return batch.reduce(
    (last, { time }) => Math.max(last, time),
    rows.length > 0 ? Number(rows[0]?.[0]) : START,
  );
}
