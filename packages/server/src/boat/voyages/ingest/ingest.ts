/**
 * `POST /metrics`. Rows are validated one by one and stored in one statement; new rows are folded into the logbook, a
 * long past after the response. The usual POST takes two round trips: one to lock, read and store, and one to write
 * everything derived. It shares its transaction with others that arrive at the same time (`together.ts`); an unusual
 * one has its own.
 */
import { ConnectionError, DatabaseError } from "@wakelog/data-api/db/database.ts";
import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { Caller, JsonObject, JsonValue, ReplacingInsert } from "@wakelog/data-api/engine/handlers.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { foldRows, settleFold } from "../logbook/fold.ts";
import { FoldMemory } from "../logbook/fold-memory.ts";
import { takenFold, takingFold } from "../logbook/fold-state.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { Batch, sentTime } from "./batch.ts";
import { convoyOf, going, MOST_ROWS } from "./together.ts";
import { AWS_LIMIT_KNOTS, areAllAhead, type Refusal, validateRow } from "./validate-row.ts";
import type { Watch } from "./watching.ts";

export interface IngestOptions {
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly now?: () => number;
  /** Rows with this speed over ground or more are refused, knots. */
  readonly sogLimitKnots: number;
  /** Judges each boat's new rows; optional. */
  readonly watch?: Watch;
  /** Called after commit with the newest row stored by each POST. */
  readonly announce?: (vesselId: string, row: MetricRow) => void;
  readonly observe?: Observe;
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

/** A body's rows, judged one by one. */
interface Judged {
  readonly accepted: readonly MetricRow[];
  readonly refused: readonly Refusal[];
}

/** Handles inserts into `metrics`. Returns the accepted rows in input order. */
export function metricsInsert(options: IngestOptions): ReplacingInsert {
  const memory = new FoldMemory();
  const clock = options.now ?? Date.now;
  const observe = options.observe ?? ignoreAll;

  const judged = async (sent: readonly JsonValue[], vesselId: string, now: number): Promise<Judged> => {
    const { sogLimitKnots } = options;
    const rules = { vesselId, now, sogLimitKnots, awsLimitKnots: AWS_LIMIT_KNOTS };
    const verdicts = await mapInSlices(sent, (row) => validateRow(row, rules));
    return {
      accepted: verdicts.flatMap((verdict) => ("accepted" in verdict ? [verdict.accepted] : [])),
      refused: verdicts.flatMap((verdict) => ("refused" in verdict ? [verdict.refused] : [])),
    };
  };
  const announce = (vesselId: string, fresh: readonly MetricRow[], now: number): void => {
    const newest = fresh.findLast(({ time }) => time <= now + CONTACT_MS);
    if (newest !== undefined) options.announce?.(vesselId, newest);
  };
  const convoy = convoyOf(
    options.watch,
    ({ key, fold, rows, now }) => {
      memory.keep(key, fold);
      announce(key, rows, now);
    },
    (cause) => {
      if (!isTemporary(cause)) observe({ kind: "fault", where: "rows of several boats", cause });
    },
  );

  return {
    kind: "replace",
    async together(sent, context) {
      const { caller } = context;
      const vesselId = vesselOf(caller);
      const known = memory.find(vesselId);
      if (caller.role !== "vessel_role" || known === null || sent.length > MOST_ROWS) return null;
      if (convoy.begin(context.alone)) return null;
      const now = clock();
      const { accepted, refused } = await judged(sent, vesselId, now);
      if (refused.length > 0 || !accepted.every((row) => isContact(row, now))) return null;
      const post = await going(accepted, known, now, context, () => answered(accepted, vesselId));
      return post === null ? null : convoy.join(post);
    },
    async insert(sent, { tx, caller, afterwards, afterCommit }) {
      const vesselId = vesselOf(caller);
      const now = clock();
      const { accepted: valid, refused } = await judged(sent, vesselId, now);
      const batch = new Batch(valid);

      const known = memory.find(vesselId);
      // If this fails, the next row goes alone too, and costs no other boat anything.
      memory.keep(vesselId, null);
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
      if (accepted.some((row) => isContact(row, now))) tx.later(raw("select app.note_contact()"));
      const folded = await foldRows(tx, fold, fresh);
      memory.keep(vesselId, folded.fold);
      if (folded.isPending) afterwards(vesselId, settleFold);
      if (fresh.length > 0 && options.watch !== undefined) {
        const { writes, state } = await options.watch.judge(vesselId, fresh, read, now);
        for (const write of writes) tx.later(write);
        if (state !== null) tx.later(options.watch.saving([[vesselId, state]]));
      }
      afterCommit(() => announce(vesselId, fresh, now));
      return answered(accepted, vesselId);
    },
  };
}

function isContact({ time }: MetricRow, now: number): boolean {
  return Math.abs(time - now) <= CONTACT_MS;
}

/** The accepted rows as the answer has them. */
function answered(accepted: readonly MetricRow[], vesselId: string): readonly JsonObject[] {
  return accepted.map((row) => ({ ...row, time: sentTime(row), vessel_id: vesselId }));
}

/** Whether a fault says nothing about the rows: the database is away or busy. */
function isTemporary(cause: unknown): boolean {
  if (cause instanceof DatabaseError) return /^(08|40|53|55|57|58)/.test(cause.sqlstate);
  return cause instanceof ConnectionError;
}

/** The vessel of the caller's token. The database refuses a caller without one. */
function vesselOf({ claims: { vid } }: Caller): string {
  return typeof vid === "string" ? vid : "";
}

function rejecting(refused: readonly Refusal[]): Sql {
  return sql`select app.reject_metrics(${JSON.stringify(refused)}::jsonb)`;
}
