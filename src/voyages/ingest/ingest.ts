/**
 * Taking in what a boat measured: `POST /metrics`, inside the request's transaction. Rows are checked one by one
 * and stored set-based; those that are new are folded into the logbook before the boat gets its answer.
 */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { JsonObject, JsonValue, ReplacingInsert } from "../../engine/handlers.ts";
import { instant } from "../../time/instant.ts";
import { mapInSlices } from "../../time/slices.ts";
import { MINUTE } from "../../time/units.ts";
import { foldFixes } from "../logbook/fold.ts";
import { beginFold } from "../logbook/fold-state.ts";
import { type MetricRow, toFix } from "../record/metric-row.ts";
import { AWS_LIMIT_KNOTS, type Refusal, validateRow } from "./validate-row.ts";

export interface IngestOptions {
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly now?: () => number;
  /** Speed over ground from which a row is refused, knots. */
  readonly sogLimitKnots: number;
}

/**
 * A boat that sends what it measured within this time is in touch now; what is older was stored on board, or imported,
 * and may have been sent by anybody from anywhere.
 */
const CONTACT_MS = 15 * MINUTE;

/** The handler of inserts into `metrics`. Returns the accepted rows in the order in which they came. */
export function metricsInsert(options: IngestOptions): ReplacingInsert {
  return {
    kind: "replace",
    async insert(rows, { tx }) {
      const open = await beginFold(tx);
      const rules = {
        vesselId: open.vesselId,
        now: (options.now ?? Date.now)(),
        sogLimitKnots: options.sogLimitKnots,
        awsLimitKnots: AWS_LIMIT_KNOTS,
      };
      const verdicts = await mapInSlices(rows, (row) => validateRow(row, rules));
      const valid = verdicts.flatMap((verdict) => ("accepted" in verdict ? [verdict.accepted] : []));
      const refused = verdicts.flatMap((verdict) => ("refused" in verdict ? [verdict.refused] : []));
      const { accepted, fresh, conflicts } = await store(tx, valid);
      await keepRefused(tx, [...refused, ...conflicts]);
      if (accepted.some((row) => Math.abs(row.time - rules.now) <= CONTACT_MS))
        await tx.run(sql`select app.note_contact()`);
      const fixes = fresh.map(toFix).filter((fix) => fix !== null);
      await foldFixes(
        tx,
        open,
        fixes.sort((a, b) => a.time - b.time),
      );
      return accepted.map((row) => ({ ...json(row), vessel_id: open.vesselId }));
    },
  };
}

interface Stored {
  /** In the order in which they came: new, or equal to a row that is stored. */
  readonly accepted: readonly MetricRow[];
  readonly fresh: readonly MetricRow[];
  /** Rows with another row's time and other values. */
  readonly conflicts: readonly Refusal[];
}

/** Also called without rows: whether the caller may insert at all is for the database to decide. */
async function store(tx: Tx, rows: readonly MetricRow[]): Promise<Stored> {
  const firsts = new Map<number, MetricRow>();
  const repeats: MetricRow[] = [];
  for (const row of rows) {
    if (firsts.has(row.time)) repeats.push(row);
    else firsts.set(row.time, row);
  }
  const known = await insert(tx, [...firsts.values()]);
  // A time that comes twice in one batch is compared with what the first of them stored.
  const again = repeats.length === 0 ? known : new Map([...known, ...(await insert(tx, repeats))]);
  const conflicting = new Set([...again].flatMap(([row, same]) => (same ? [] : [row])));
  return {
    accepted: rows.filter((row) => !conflicting.has(row)),
    fresh: [...firsts.values()].filter((row) => !known.has(row)),
    conflicts: [...conflicting].map((row) => ({
      reason: "A row with this time but different values is already stored.",
      row: json(row),
    })),
  };
}

const knownRow = z.object({ n: z.number(), same: z.boolean() });

/** @returns the rows whose times were there already, and whether they are the same in every value */
async function insert(tx: Tx, rows: readonly MetricRow[]): Promise<Map<MetricRow, boolean>> {
  const numbered = await mapInSlices(rows, (row, n) => JSON.stringify({ n, ...json(row) }));
  const found = await tx.query(sql`select * from app.store_metrics(${`[${numbered.join(",")}]`}::json)`);
  return new Map(
    found.flatMap((one) => {
      const { n, same } = knownRow.parse(one);
      const row = rows[n];
      return row === undefined ? [] : [[row, same]];
    }),
  );
}

async function keepRefused(tx: Tx, refused: readonly Refusal[]): Promise<void> {
  if (refused.length === 0) return;
  await tx.run(sql`select app.reject_metrics(${JSON.stringify(refused)}::jsonb)`);
}

/** Time with milliseconds and zone: boats compare it with what they sent. */
function json(row: MetricRow): JsonObject {
  return { ...row, time: `${instant(row.time).slice(0, -1)}+00:00` } satisfies Record<string, JsonValue>;
}
