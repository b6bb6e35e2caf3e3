/** What a transaction does around a request's own statement, such as keeping its answer. */
import { wasInTheWay } from "../../db/again.ts";
import type { Tx } from "../../db/database.ts";
import { raw } from "../../db/sql.ts";
import type { Executed } from "./executed.ts";

/** What a transaction does around the request's own statement. What it throws undoes everything. */
export interface Bracket {
  before(tx: Tx): Promise<void>;
  after(tx: Tx, executed: Executed): Promise<void>;
  /** After a failure, whose effects were undone. @returns whether to commit the transaction nevertheless */
  failed(tx: Tx, fault: unknown): Promise<boolean>;
}

/** Carries a failure out of a transaction that was committed nevertheless. */
export class Failed {
  readonly fault: unknown;

  constructor(fault: unknown) {
    this.fault = fault;
  }
}

/** Runs `work` between what the bracket does before and after it. */
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
    // All of the transaction will be done again, or refused for a reason that passes.
    if (wasInTheWay(fault)) throw fault;
    await tx.run(raw("rollback to savepoint bracketed"));
    if (await bracket.failed(tx, fault)) return new Failed(fault);
    throw fault;
  }
}
