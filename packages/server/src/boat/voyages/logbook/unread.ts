/** Folding without the database: what needs to be read is left to a transaction that can. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Statement } from "@wakelog/data-api/db/sql.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { foldRows } from "./fold.ts";
import type { TakenFold } from "./fold-state.ts";

/** The record would have to be read. */
class ReadingNeeded extends Error {}

/** Collects what a transaction would write, and refuses to read. */
class WritesOnly implements Tx {
  readonly writes: Statement[] = [];

  async query(): Promise<never> {
    throw new ReadingNeeded();
  }

  async run(): Promise<never> {
    throw new ReadingNeeded();
  }

  async together(): Promise<never> {
    throw new ReadingNeeded();
  }

  later(statement: Statement): void {
    this.writes.push(statement);
  }
}

/** A fold in memory with new rows, and what is written with them. */
export interface FoldedUnread {
  readonly fold: TakenFold;
  /** Statements for the transaction that stores the rows. */
  readonly writes: readonly Statement[];
}

/**
 * Folds new rows onto a cached fold, as `foldRows`. Null if that needs the record.
 * @param rows newer than all that the fold knows, oldest first
 */
export async function foldUnread(known: TakenFold, rows: readonly MetricRow[]): Promise<FoldedUnread | null> {
  const tx = new WritesOnly();
  try {
    const { fold, isPending } = await foldRows(tx, known, rows);
    return fold === null || isPending ? null : { fold, writes: tx.writes };
  } catch (fault) {
    if (fault instanceof ReadingNeeded) return null;
    throw fault;
  }
}
