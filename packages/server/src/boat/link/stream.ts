/** A boat's stream: what the server knows of it, and what it lacks. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import type { Exchange } from "./form.ts";
import { numbersOf } from "./rows.ts";

/** Path numbers of a stream. */
const MOST_PATHS = 10_000;

const begun = z.object({
  foreign: z.boolean().optional(),
  id: z.number().default(0),
  paths: z.record(z.string(), z.string()).default({}),
  stored: z.number().default(0),
  known: z.array(z.tuple([z.number(), z.string(), z.string().nullable()])).default([]),
  taken: z.array(z.number()).default([]),
});

/** What the server knows of a stream. */
export interface Begun {
  readonly id: number;
  /** By number. */
  readonly paths: ReadonlyMap<string, string>;
  /** Digest and reason of numbers that arrived before. */
  readonly known: ReadonlyMap<number, readonly [digest: string, refused: string | null]>;
  /** Times of the exchange that have a row already. */
  readonly taken: readonly number[];
}

/**
 * Locks the boat and reads what the exchange needs.
 * @throws ApiError 409 if the stream is another boat's or path numbers are missing
 */
export async function begin(tx: Tx, { stream, paths: more = {}, rows }: Exchange): Promise<Begun> {
  if (Object.keys(more).length > MOST_PATHS) throw tooManyPaths();
  const numbers = [...new Set(rows.map(({ number }) => number))];
  const times = [...new Set(rows.map(({ time }) => time).filter(isInstant))];
  const [row] = await tx.query(sql`
    select app.link_begin(${stream}, ${JSON.stringify(more)}::jsonb, ${numbers}::bigint[], ${times}::bigint[]) as begun`);
  const { foreign, paths, known, ...others } = begun.parse(row?.begun);
  if (foreign === true) throw othersStream();
  const renamed = Object.entries(more).find(([number, path]) => paths[number] !== path);
  if (renamed !== undefined) throw otherPath(renamed[0], paths[renamed[0]] ?? "");
  if (Object.keys(paths).length > MOST_PATHS) throw tooManyPaths();
  const missing = new Set(rows.flatMap(numbersOf).filter((number) => paths[number] === undefined));
  if (missing.size > 0) throw unnamedPaths([...missing].map(Number).sort((a, b) => a - b));
  return {
    ...others,
    paths: new Map(Object.entries(paths)),
    known: new Map(known.map(([number, digest, refused]) => [number, [digest, refused]])),
  };
}

/** Whether a time is one that a date can have. */
export function isInstant(time: number): boolean {
  return time >= 0 && time <= 8.64e15;
}

/** @param time the server's */
export function clocksDiffer(time: number): ApiError {
  return new ApiError({
    code: "clock",
    status: 409,
    message: "The clock on board is wrong by more than two minutes",
    hint: "Take the time from this answer, date the rows again and send them.",
    members: { time },
  });
}

/** Another boat's stream. */
export function othersStream(): ApiError {
  return new ApiError({
    code: "stream",
    status: 409,
    message: "This stream belongs to another boat",
    hint: "Begin a new stream.",
  });
}

function unnamedPaths(numbers: readonly number[]): ApiError {
  return new ApiError({
    code: "paths",
    status: 409,
    message: "Some path numbers have no name yet",
    hint: "Name them in paths, and send the rows again.",
    members: { numbers },
  });
}

function otherPath(number: string, path: string): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: `paths: number ${number} stands for ${path} in this stream already`,
    hint: "Give the path another number.",
  });
}

function tooManyPaths(): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: `paths: a stream names at most ${MOST_PATHS} paths`,
    hint: "Leave out paths that change their names.",
  });
}
