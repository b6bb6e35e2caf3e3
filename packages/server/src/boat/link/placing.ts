/** Finds the times of new rows beside those stored, and makes room for lower numbers that arrive late. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";
import { place, type TimedRow } from "./instants.ts";

interface NumberedRow extends TimedRow {
  readonly row: JsonObject;
}

export interface PlacedRows {
  /** Times by number, milliseconds since 1970-01-01 UTC. */
  readonly times: ReadonlyMap<number, number>;
  /** Whether a row of another origin already tells the same. */
  readonly isSame: (number: number) => boolean;
}

/** Milliseconds looked at from each time on that is taken. */
const WIDTH = 64;

const slots = z.array(z.tuple([z.number(), z.number().nullable(), z.number().nullable()]));

/**
 * Places rows.
 * @param taken times of these rows that have a row already
 */
export async function placeRows(
  tx: Tx,
  rows: readonly NumberedRow[],
  taken: ReadonlySet<number>,
  stream: number,
): Promise<PlacedRows> {
  const times = new Set(rows.map(({ time }) => time));
  const nothing = { isSame: () => false };
  if (times.size === rows.length && !rows.some(({ time }) => taken.has(time)))
    return { ...nothing, times: new Map(rows.map(({ number, time }) => [number, time])) };
  const known = new Map<number, TimedRow | null>();
  const looked = new Set<number>();
  const look = async (from: readonly number[]): Promise<void> => {
    const [found] = await tx.query(sql`
      select app.link_slots(${stream}::integer, ${from}::bigint[], ${WIDTH}::integer) as slots`);
    for (const time of from) for (let at = time; at < time + WIDTH; at++) looked.add(at);
    for (const [at, number, time] of slots.parse(found?.slots))
      known.set(at, number === null || time === null ? null : { number, time });
  };
  await look([...times]);
  const same = await sameRows(tx, rows, known);
  const others = rows.filter(({ number }) => !same.has(number));
  for (;;) {
    const { fresh, moved, unknown } = place(others, known, (time) => looked.has(time));
    if (unknown !== null) {
      await look([unknown]);
      continue;
    }
    if (moved.size > 0)
      await tx.run(
        sql`select app.link_move(${stream}::integer, ${JSON.stringify([...moved.values()])}::json)`,
      );
    return { times: new Map([...fresh, ...same]), isSame: (number) => same.has(number) };
  }
}

/** Times of rows that another origin stored with the same values, by number. */
async function sameRows(
  tx: Tx,
  rows: readonly NumberedRow[],
  known: ReadonlyMap<number, TimedRow | null>,
): Promise<ReadonlyMap<number, number>> {
  const beside = rows.filter(({ time }) => known.get(time) === null);
  if (beside.length === 0) return new Map();
  const batch = JSON.stringify(beside.map(({ time, row }) => ({ ...row, time })));
  const found = await tx.run(sql`select n from app.known_metrics(${batch}::json, '{}') where same`);
  return new Map(
    found.rows.flatMap(([n]) => {
      const row = beside[Number(n)];
      return row === undefined ? [] : [[row.number, row.time] as const];
    }),
  );
}
