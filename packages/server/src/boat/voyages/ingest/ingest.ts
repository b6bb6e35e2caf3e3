/**
 * Taking in what a boat measured: `POST /metrics`, inside the request's transaction. Rows are checked one by one
 * and stored set-based; those that are new are folded into the logbook, a long past behind the answer. The usual POST
 * goes to the database twice: with everything that takes, reads and stores, and with everything that follows from it.
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
  /** Speed over ground from which a row is refused, knots. */
  readonly sogLimitKnots: number;
  /** Looks at each boat's new rows; nothing does if absent. */
  readonly watch?: Watch;
  /** Receives the newest row of each POST that stored one, by vessel and time, once it is committed. */
  readonly announce?: (vesselId: string, time: number) => void;
}

/** Who looks at new rows, in the transaction that stores them: what is read and written joins the flushes of the POST. */
export interface Watch {
  /** What must be known of a vessel; read while its lock is held, before its rows are folded. */
  readonly reading: (vesselId: string) => readonly Sql[];
  /**
   * Judges rows. @returns what to write
   * @param fresh the rows newly stored, oldest first; at least one
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

/**
 * A boat that sends what it measured within this time is in touch now; what is older was stored on board, or imported,
 * and may have been sent by anybody from anywhere.
 */
const CONTACT_MS = 15 * MINUTE;

/** 503: boats keep their rows after it. After a 201 they would delete rows that only a clock that is behind refuses. */
function clocksDiffer(): ApiError {
  return new ApiError({
    status: 503,
    code: "PT503",
    message: "Every row is more than 24 hours in the future",
    hint: "The clock on board or the server's is wrong. Set it, then send the rows again.",
    headers: [["Retry-After", "600"]],
  });
}

/** The handler of inserts into `metrics`. Returns the accepted rows in the order in which they came. */
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
      if (folded.isOwed) afterwards(vesselId, settleFold);
      if (fresh.length > 0) {
        for (const write of (await options.watch?.judge(vesselId, fresh, read, now)) ?? []) tx.later(write);
      }
      const newest = fresh.findLast(({ time }) => time <= now + CONTACT_MS);
      if (newest !== undefined) afterCommit(() => options.announce?.(vesselId, newest.time));
      return accepted.map((row) => ({ ...row, time: sentTime(row), vessel_id: vesselId }));
    },
  };
}

/** The vessel of the caller's token. A caller without one is refused by the database. */
function vesselOf({ claims: { vid } }: Caller): string {
  return typeof vid === "string" ? vid : "";
}

function rejecting(refused: readonly Refusal[]): Sql {
  return sql`select app.reject_metrics(${JSON.stringify(refused)}::jsonb)`;
}
