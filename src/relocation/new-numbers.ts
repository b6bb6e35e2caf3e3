/** The numbers that rows of another installation get here, in the order of those they had. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { type Numbered, type RelocatedTable, type Renumber, SEQUENCES } from "./tables.ts";

export class NewNumbers {
  readonly #tx: Tx;
  readonly #known = new Map<string, number>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Takes a new number for each that the rows are the first to name. */
  async meet(rows: readonly Readonly<Record<string, unknown>>[], { changes }: RelocatedTable): Promise<void> {
    const met = new Map<Numbered, Set<number>>();
    for (const row of rows) {
      changes(row, (kind, number) => {
        if (!this.#known.has(keyOf(kind, number))) met.set(kind, (met.get(kind) ?? new Set()).add(number));
        return number;
      });
    }
    for (const [kind, numbers] of met) {
      const { rows: taken } = await this.#tx.run(sql`
        select nextval((${SEQUENCES[kind]})::regclass) from generate_series(1, ${numbers.size}::int)`);
      const old = [...numbers].sort((a, b) => a - b);
      for (const [place, number] of old.entries())
        this.#known.set(keyOf(kind, number), Number(taken[place]?.[0]));
    }
  }

  /** The new number of one that was met; null of another. */
  known(kind: Numbered, number: number): number | null {
    return this.#known.get(keyOf(kind, number)) ?? null;
  }

  /** The new number of one that was met, and others as they are. */
  readonly renumber: Renumber = (kind, number) => this.#known.get(keyOf(kind, number)) ?? number;
}

function keyOf(kind: Numbered, number: number): string {
  return `${kind} ${number}`;
}
