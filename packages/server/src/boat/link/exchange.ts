/** `POST /link`, in the transaction of the request: what a boat sends is stored once by stream and number. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type {
  InsertContext,
  JsonObject,
  JsonValue,
  ReplacingInsert,
  WritingProcedure,
} from "@wakelog/data-api/engine/handlers.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { aboutOf, describe } from "./about.ts";
import { type Exchange, readExchange, type SentRow } from "./form.ts";
import { placeRows } from "./placing.ts";
import { digestOf, numbersOf, rangesOf, translated } from "./rows.ts";

export interface ExchangeOptions {
  /** The server's clock, milliseconds since 1970-01-01 UTC. */
  readonly now?: () => number;
  /** Stores rows as POST /metrics does. */
  readonly metrics: ReplacingInsert;
  /** Why such a row would be refused there; null if it would not. `now` is the server's clock. */
  readonly faultOf: (row: JsonObject, now: number) => string | null;
  /** The columns of `metadata` in a description. */
  readonly described: (about: JsonObject) => JsonValue;
}

/** Clocks that differ more than this are set first. */
const MOST_OFFSET_MS = 2 * MINUTE;
/** Path numbers of a stream. */
const MOST_PATHS = 10_000;

const CHANGED = "This number already stands for a row with other values.";

const begun = z.object({
  foreign: z.boolean().optional(),
  id: z.number().default(0),
  paths: z.record(z.string(), z.string()).default({}),
  stored: z.number().default(0),
  known: z.array(z.tuple([z.number(), z.string(), z.string().nullable()])).default([]),
  taken: z.array(z.number()).default([]),
});

/** A row of an exchange, judged. */
interface Judged {
  readonly sent: SentRow;
  readonly digest: string;
  /** As a row of `metrics`; null if it is refused. */
  readonly row: JsonObject | null;
  /** Why it is refused. */
  readonly why: string | null;
  /** Whether its number arrived before. */
  readonly isKnown: boolean;
}

/** Carries out exchanges. The result is the answer's body. */
export function linkExchange(options: ExchangeOptions): WritingProcedure {
  return async (args, context) => {
    const exchange = await readExchange(typeof args[""] === "string" ? args[""] : "");
    const now = (options.now ?? Date.now)();
    const offset = exchange.now === undefined ? null : exchange.now - now;
    if (offset !== null && Math.abs(offset) > MOST_OFFSET_MS) throw clocksDiffer(now);
    const { tx } = context;
    const { id, paths, known, taken } = await begin(tx, exchange);
    const rows = await judge(exchange, { paths, known }, (row) => options.faultOf(row, now));
    const fresh = rows.filter(({ isKnown }) => !isKnown);
    const times = await store(fresh, new Set(taken), id, context, options.metrics);
    const faults = rows.filter((one) => one.why !== null && (!one.isKnown || one.why === CHANGED));
    if (faults.length > 0)
      tx.later(sql`select app.reject_metrics(${JSON.stringify(faults.map(refusal(paths)))}::jsonb)`);
    if (exchange.about !== undefined)
      await describe(tx, options.described(aboutOf(exchange.about, exchange.version ?? null)));
    tx.later(sql`select app.note_contact()`);
    const stored = await note(tx, fresh, times, {
      stream: id,
      mode: exchange.mode ?? null,
      version: exchange.version ?? null,
      waiting: exchange.waiting ?? null,
      offset,
    });
    const refused = rows.flatMap(({ sent, why }): JsonValue[] => (why === null ? [] : [[sent.number, why]]));
    return {
      ack: rangesOf(exchange.rows.map(({ number }) => number)).map((range) => [...range]),
      stored,
      ...(exchange.mode === "satellite" ? {} : { time: now }),
      ...(refused.length === 0 || exchange.mode === "satellite" ? {} : { refused }),
    };
  };
}

interface Begun {
  readonly id: number;
  /** By number. */
  readonly paths: ReadonlyMap<string, string>;
  /** Digest and reason of numbers that arrived before. */
  readonly known: ReadonlyMap<number, readonly [digest: string, refused: string | null]>;
  readonly taken: readonly number[];
}

/**
 * Locks the boat and reads what the exchange needs.
 * @throws ApiError 409 if the stream is another boat's or path numbers are missing
 */
async function begin(tx: Tx, { stream, paths: more = {}, rows }: Exchange): Promise<Begun> {
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
function isInstant(time: number): boolean {
  return Math.abs(time) <= 8.64e15;
}

async function judge(
  { rows }: Exchange,
  { paths, known }: Pick<Begun, "paths" | "known">,
  faultOf: (row: JsonObject) => string | null,
): Promise<readonly Judged[]> {
  const before = new Map(known);
  return mapInSlices(rows, (sent): Judged => {
    const digest = digestOf(sent, paths);
    const earlier = before.get(sent.number);
    if (earlier !== undefined) {
      const why = earlier[0] === digest ? earlier[1] : CHANGED;
      return { sent, digest, row: null, why, isKnown: true };
    }
    const { row, why } = verdict(sent, paths, faultOf);
    before.set(sent.number, [digest, why]);
    return { sent, digest, row, why, isKnown: false };
  });
}

function verdict(
  sent: SentRow,
  paths: ReadonlyMap<string, string>,
  faultOf: (row: JsonObject) => string | null,
): Pick<Judged, "row" | "why"> {
  if (!isInstant(sent.time)) return { row: null, why: "The time is no date." };
  const said = translated(sent, paths);
  if ("fault" in said) return { row: null, why: said.fault };
  const why = faultOf(said.row);
  return { row: why === null ? said.row : null, why };
}

/** Stores the accepted rows. @returns the time of each by number */
async function store(
  fresh: readonly Judged[],
  taken: ReadonlySet<number>,
  stream: number,
  context: InsertContext,
  metrics: ReplacingInsert,
): Promise<ReadonlyMap<number, number>> {
  const accepted = fresh.filter(({ row }) => row !== null);
  const rows = accepted.map(({ sent, row }) => ({ number: sent.number, time: sent.time, row: row ?? {} }));
  const { times, isSame } = await placeRows(context.tx, rows, taken, stream);
  const stored = accepted.flatMap(({ sent, row }) =>
    row === null || isSame(sent.number)
      ? []
      : [{ ...row, time: new Date(times.get(sent.number) ?? sent.time).toISOString() }],
  );
  const written = stored.length === 0 ? [] : await metrics.insert(stored, context);
  if (written.length !== stored.length) throw new Error("a row was refused after it had been judged");
  return times;
}

const total = z.object({ stored: z.number() });

async function note(
  tx: Tx,
  fresh: readonly Judged[],
  times: ReadonlyMap<number, number>,
  told: JsonObject,
): Promise<number> {
  const rows = fresh.map(({ sent, digest, why }) => ({
    number: sent.number,
    sentAt: sent.time,
    storedAt: times.get(sent.number) ?? null,
    digest,
    refused: why,
    part: sent.facts.part === true && why === null,
  }));
  const [row] = await tx.query(sql`
    select app.link_store(${JSON.stringify(rows)}::json, ${JSON.stringify(told)}::jsonb) as stored`);
  return total.parse(row).stored;
}

/** A refused row as people read it. */
function refusal(paths: ReadonlyMap<string, string>): (judged: Judged) => JsonObject {
  return ({ sent, why }) => ({
    reason: why ?? "",
    row: {
      number: sent.number,
      time: isInstant(sent.time) ? new Date(sent.time).toISOString() : sent.time,
      latitude: sent.latitude,
      longitude: sent.longitude,
      metrics: Object.fromEntries(
        Object.entries(sent.values).map(([number, value]) => [paths.get(number) ?? number, value]),
      ),
    },
  });
}

function clocksDiffer(time: number): ApiError {
  return new ApiError({
    code: "clock",
    status: 409,
    message: "The clock on board is wrong by more than two minutes",
    hint: "Take the time from this answer, date the rows again and send them.",
    members: { time },
  });
}

function othersStream(): ApiError {
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
