/** Runs extra steps around a request's statement in its transaction, such as storing its answer. */

import type { Tx } from "../../db/database.ts";
import { isConflict } from "../../db/retry.ts";
import { raw } from "../../db/sql.ts";
import type { Executed } from "./executed.ts";

/** Steps around the request's own statement. An exception rolls everything back. */
export interface Bracket {
  before(tx: Tx): Promise<void>;
  after(tx: Tx, executed: Executed): Promise<void>;
  /** Called after a failure, whose effects were rolled back. @returns whether to commit the transaction anyway */
  failed(tx: Tx, fault: unknown): Promise<boolean>;
}

/** Carries a failure out of a transaction that was committed anyway. */
export class Failed {
  readonly fault: unknown;

  constructor(fault: unknown) {
    this.fault = fault;
  }
}

/** Runs `work` between the bracket's two steps. */
export async function bracketed(
  tx: Tx,
  bracket: Bracket,
  work: (tx: Tx) => Promise<Executed>,
): Promise<Executed | Failed> {
  await bracket.before(tx);
  tx.later(raw("savepoint bracketed"));
  try {
    const executed = await work(tx);
    await bracket.after(tx, executed);
    return executed;
  } catch (fault) {
    // The transaction will be retried, or the refusal is temporary.
    if (isConflict(fault)) throw fault;
    await tx.run(raw("rollback to savepoint bracketed"));
    if (await bracket.failed(tx, fault)) return new Failed(fault);
    throw fault;
  }
}
