/**
 * `POST /metrics`, in the request's transaction. Rows are validated one by one and stored in one statement; new rows
 * are folded into the logbook, a long past after the response. The usual POST takes two round trips: one to lock, read
 * and store, and one to write everything derived.
 */
import type { Result } from "@wakelog/data-api/db/database.ts";
import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { Caller, ReplacingInsert } from "@wakelog/data-api/engine/handlers.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { foldRows, settleFold } from "../logbook/fold.ts";
import { FoldMemory } from "../logbook/fold-memory.ts";
import { takenFold, takingFold } from "../logbook/fold-state.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { Batch, sentTime } from "./batch.ts";
import { AWS_LIMIT_KNOTS, areAllAhead, type Refusal, validateRow } from "./validate-row.ts";

export interface IngestOptions {
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly now?: () => number;
  /** Rows with this speed over ground or more are refused, knots. */
  readonly sogLimitKnots: number;
  /** Judges each boat's new rows; optional. */
  readonly watch?: Watch;
  /** Called after commit with the newest row stored by each POST. */
  readonly announce?: (vesselId: string, row: MetricRow) => void;
}

/** Judges new rows in the transaction that stores them; its statements join the round trips of the POST. */
export interface Watch {
  /** Queries on a vessel, run under its lock before its rows are folded. */
  readonly reading: (vesselId: string) => readonly Sql[];
  /**
   * Judges rows. @returns statements to run
   * @param fresh the new rows, oldest first; at least one
   * @param read the results of {@link reading}
   * @param now the server's clock, milliseconds since 1970-01-01 UTC
   */
  readonly judge: (
    vesselId: string,
    fresh: readonly MetricRow[],
    read: readonly Result[],
    now: number,
  ) => Promise<readonly Sql[]>;
}

/** Rows younger than this are contact with the boat; older rows may be stored on board or imported, from anywhere. */
const CONTACT_MS = 15 * MINUTE;

/** 503 makes boats keep rows. After a 201 they would delete rows refused only because the server's clock is slow. */
function clocksDiffer(): ApiError {
  return new ApiError({
    status: 503,
    code: "PT503",
    message: "Every row is more than 24 hours in the future",
    hint: "The clock on board or the server's is wrong. Set it, then send the rows again.",
    headers: [["Retry-After", "600"]],
  });
}

/** Handles inserts into `metrics`. Returns the accepted rows in input order. */
export function metricsInsert(options: IngestOptions): ReplacingInsert {
  const memory = new FoldMemory();
  return {
    kind: "replace",
    async insert(sent, { tx, caller, afterwards, afterCommit }) {
      const vesselId = vesselOf(caller);
      const now = (options.now ?? Date.now)();
      const rules = {
        vesselId,
        now,
        sogLimitKnots: options.sogLimitKnots,
        awsLimitKnots: AWS_LIMIT_KNOTS,
      };
      const verdicts = await mapInSlices(sent, (row) => validateRow(row, rules));
      const refused = verdicts.flatMap((verdict) => ("refused" in verdict ? [verdict.refused] : []));
      const batch = new Batch(
        verdicts.flatMap((verdict) => ("accepted" in verdict ? [verdict.accepted] : [])),
      );

      const known = memory.find(vesselId);
      const reading = options.watch?.reading(vesselId) ?? [];
      const [taken, stored, ...read] = await tx.together([
        takingFold(known),
        await batch.storing(),
        ...reading,
      ]);
      if (taken === undefined || stored === undefined) throw new Error("a statement returned no result");
      const fold = takenFold(taken, known);
      if (fold.vesselId !== vesselId)
        throw new Error("the request is for a different vessel from its caller's");
      if (refused.length === sent.length && areAllAhead(sent, now)) throw clocksDiffer();
      const { accepted, fresh, conflicts } = await batch.outcome(stored, tx);

      if (refused.length + conflicts.length > 0) tx.later(rejecting([...refused, ...conflicts]));
      if (accepted.some((row) => Math.abs(row.time - now) <= CONTACT_MS))
        tx.later(raw("select app.note_contact()"));
      const folded = await foldRows(tx, fold, fresh);
      memory.keep(vesselId, folded.fold);
      if (folded.isPending) afterwards(vesselId, settleFold);
      if (fresh.length > 0) {
        for (const write of (await options.watch?.judge(vesselId, fresh, read, now)) ?? []) tx.later(write);
      }
      const newest = fresh.findLast(({ time }) => time <= now + CONTACT_MS);
      if (newest !== undefined) afterCommit(() => options.announce?.(vesselId, newest));
      return accepted.map((row) => ({ ...row, time: sentTime(row), vessel_id: vesselId }));
    },
  };
}

/** The vessel of the caller's token. The database refuses a caller without one. */
function vesselOf({ claims: { vid } }: Caller): string {
  return typeof vid === "string" ? vid : "";
}

function rejecting(refused: readonly Refusal[]): Sql {
  return sql`select app.reject_metrics(${JSON.stringify(refused)}::jsonb)`;
}
