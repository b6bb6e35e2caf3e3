/** The new numbers of rows from another installation: each is settled by the first row that names it. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { type Numbered, type RelocatedTable, type Renumber, SEQUENCES } from "./tables.ts";

/** Tells the new numbers of those that get one; the others stay. The numbers asked for are in ascending order. */
export type Replace = (
  kind: Numbered,
  asked: readonly number[],
) => Promise<readonly (readonly [old: number, fresh: number])[]>;

export class MetNumbers {
  readonly #replace: Replace;
  readonly #known = new Map<string, number>();

  constructor(replace: Replace) {
    this.#replace = replace;
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
      const asked = [...numbers].sort((a, b) => a - b);
      for (const number of asked) this.#known.set(keyOf(kind, number), number);
      for (const [old, fresh] of await this.#replace(kind, asked)) this.#known.set(keyOf(kind, old), fresh);
    }
  }

  /** The number here of one that was met; null for any other. */
  known(kind: Numbered, number: number): number | null {
    return this.#known.get(keyOf(kind, number)) ?? null;
  }

  /** The number here of one that was met, and others as they are. */
  readonly renumber: Renumber = (kind, number) => this.#known.get(keyOf(kind, number)) ?? number;
}

/** New numbers for all, in the order of those they had. */
export function newNumbers(tx: Tx): MetNumbers {
  return new MetNumbers(async (kind, asked) => {
    const { rows } = await tx.run(sql`
      select nextval((${SEQUENCES[kind]})::regclass) from generate_series(1, ${asked.length}::int)`);
    return asked.map((old, place) => [old, Number(rows[place]?.[0])]);
  });
}

function keyOf(kind: Numbered, number: number): string {
  return `${kind} ${number}`;
}
