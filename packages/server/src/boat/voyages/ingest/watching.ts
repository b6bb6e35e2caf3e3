/** What watches the rows of boats, as ingest needs it. */
import type { Result } from "@wakelog/data-api/db/database.ts";
import type { Sql } from "@wakelog/data-api/db/sql.ts";
import type { MetricRow } from "../record/metric-row.ts";

/** What follows from judged rows. */
export interface Judgement {
  /** Statements to run for the vessel. */
  readonly writes: readonly Sql[];
  /** Its new state; null if there is none to store, or if the statements do. */
  readonly state: object | null;
}

/** Judges new rows in the transaction that stores them; its statements join the round trips of the POST. */
export interface Watch {
  /** The version of a vessel's rules in this process's memory; one that matches none if it has none. */
  readonly version: (vesselId: string) => number;
  /** Queries on a vessel, run under its lock before its rows are folded. */
  readonly reading: (vesselId: string) => readonly Sql[];
  /**
   * Judges rows.
   * @param fresh the new rows, oldest first; at least one
   * @param read the results of {@link reading}
   * @param now the server's clock, milliseconds since 1970-01-01 UTC
   */
  readonly judge: (
    vesselId: string,
    fresh: readonly MetricRow[],
    read: readonly Result[],
    now: number,
  ) => Promise<Judgement>;
  /** The statement that stores the states of vessels whose rows were judged. */
  readonly saving: (states: readonly (readonly [vesselId: string, state: object])[]) => Sql;
}
