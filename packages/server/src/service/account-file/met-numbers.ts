/** The new numbers of rows from another installation: each is settled by the first row that names it. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Numbered, type RelocatedTable, type Renumber, SEQUENCES } from "./tables.ts";

export class MetNumbers {
  readonly #tx: Tx;
  readonly #known = new Map<string, number>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Settles each number that the rows are the first to name. */
  async meet(rows: readonly Readonly<Record<string, unknown>>[], { changes }: RelocatedTable): Promise<void> {
    const met = new Map<Numbered, Set<number>>();
    for (const row of rows) {
      changes(row, (kind, number) => {
        if (!this.#known.has(keyOf(kind, number))) met.set(kind, (met.get(kind) ?? new Set()).add(number));
        return number;
      });
    }
    for (const [kind, numbers] of met) {
      // In ascending order, so that the new ones are in the order of the old ones.
      const asked = [...numbers].sort((a, b) => a - b);
      const { rows: drawn } = await this.#tx.run(sql`
        select nextval((${SEQUENCES[kind]})::regclass) from generate_series(1, ${asked.length}::int)`);
      for (const [place, number] of asked.entries()) {
        this.#known.set(keyOf(kind, number), Number(drawn[place]?.[0]));
      }
    }
  }

  /** The number here of one that was met; null for any other. */
  known(kind: Numbered, number: number): number | null {
    return this.#known.get(keyOf(kind, number)) ?? null;
  }

  /** The number here of one that was met, and others as they are. */
  readonly renumber: Renumber = (kind, number) => this.#known.get(keyOf(kind, number)) ?? number;
}

function keyOf(kind: Numbered, number: number): string {
  return `${kind} ${number}`;
}
