/** Maps ids of imported rows to new ones. The first row that mentions an id gets it one. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Numbered, type RelocatedTable, type Renumber, SEQUENCES } from "./tables.ts";

export class NewIds {
  readonly #tx: Tx;
  readonly #known = new Map<string, number>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Assigns new ids to those that the rows are the first to mention. */
  async assign(
    rows: readonly Readonly<Record<string, unknown>>[],
    { changes }: RelocatedTable,
  ): Promise<void> {
    const met = new Map<Numbered, Set<number>>();
    for (const row of rows) {
      changes(row, (kind, number) => {
        if (!this.#known.has(keyOf(kind, number))) met.set(kind, (met.get(kind) ?? new Set()).add(number));
        return number;
      });
    }
    for (const [kind, numbers] of met) {
      // Ascending, so that new ids keep the order.
      const ascending = [...numbers].sort((a, b) => a - b);
      const { rows: drawn } = await this.#tx.run(sql`
        select nextval((${SEQUENCES[kind]})::regclass) from generate_series(1, ${ascending.length}::int)`);
      for (const [place, number] of ascending.entries()) {
        this.#known.set(keyOf(kind, number), Number(drawn[place]?.[0]));
      }
    }
  }

  /** The new id of one seen before, otherwise null. */
  known(kind: Numbered, number: number): number | null {
    return this.#known.get(keyOf(kind, number)) ?? null;
  }

  /** The new id of one seen before, otherwise the same id. */
  readonly renumber: Renumber = (kind, number) => this.#known.get(keyOf(kind, number)) ?? number;
}

function keyOf(kind: Numbered, number: number): string {
  return `${kind} ${number}`;
}
