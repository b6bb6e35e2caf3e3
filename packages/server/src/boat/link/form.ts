/** The form of an exchange: what a boat sends on its link. Pure. */
import { ApiError } from "@wakelog/kit/errors.ts";
import { isRecord, type JsonObject, type JsonValue } from "@wakelog/kit/json/json.ts";
import { type Member, MemberSplitter } from "@wakelog/kit/json/members.ts";
import { storable } from "@wakelog/kit/json/storable.ts";
import { type Interruptible, inSlices } from "@wakelog/kit/time/slices.ts";
import { z } from "zod";

/** Most rows and bytes of an exchange. */
const MOST_ROWS = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;
/** Alarms that stand at once. */
const MOST_ALARMS = 200;
/** Longest body parsed at once, and the parts of longer ones, characters. */
const AT_ONCE = 131_072;
const CHUNK = 65_536;

/** Severities of alarms, as Signal K calls them. */
const STATES = ["alert", "warn", "alarm", "emergency"] as const;

const alarm = z.object({
  state: z.enum(STATES),
  message: z.string().max(2_000).nullish(),
  id: z.string().max(200).nullish(),
});

const scalar = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const facts = z.object({
  alarms: z
    .record(z.string().max(400), alarm)
    .refine((all) => Object.keys(all).length <= MOST_ALARMS)
    .optional(),
  max: z.record(z.string().regex(/^\d{1,9}$/), z.number().nullable()).optional(),
  trip: z.string().max(100).nullish(),
  part: z.boolean().optional(),
  doubt: z.union([z.boolean(), z.string().max(200), z.number()]).optional(),
});
export type Facts = z.infer<typeof facts>;

/** A row as a boat numbers and sends it. */
export interface SentRow {
  readonly number: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** By path number. Objects are refused later, with their row. */
  readonly values: JsonObject;
  readonly facts: Facts;
}

const text = (most: number) => z.string().max(most).nullish();
/** A whole number as the database has them. */
const count = z.int().min(0).max(2_147_483_647);
const about = z.object({
  name: text(200),
  mmsi: z.union([z.string().max(40), z.number()]).nullish(),
  length: z.number().nullish(),
  beam: z.number().nullish(),
  ship_type: z.number().nullish(),
  platform: text(200),
  node: text(100),
  server: text(100),
  units: z.record(z.string().max(200), z.string().max(50).nullable()).optional(),
});
export type About = z.infer<typeof about>;

const head = z.object({
  stream: z.string().regex(/^[a-z0-9]{8,32}$/),
  paths: z.record(z.string().regex(/^\d{1,9}$/), z.string().min(1).max(200)).optional(),
  now: z.number().optional(),
  mode: z.enum(["normal", "metered", "satellite", "off"]).optional(),
  version: z.string().max(100).optional(),
  settings: count.optional(),
  alerts: count.optional(),
  waiting: count.optional(),
  done: z
    .array(z.tuple([z.string().max(100), z.boolean(), z.string().max(1_000).nullish()]))
    .max(200)
    .optional(),
  acknowledged: z.array(count).max(1_000).optional(),
  about: about.optional(),
  rows: z.array(z.unknown()),
});

/** What a boat sends in one exchange. */
export type Exchange = Omit<z.infer<typeof head>, "rows"> & { readonly rows: readonly SentRow[] };

/**
 * Refuses what is too large to be read within a transaction.
 * @throws ApiError 413 with how many rows to send, 400 if it is not JSON
 */
export async function refuseTooLarge(body: Buffer): Promise<void> {
  if (body.length <= MOST_BYTES) return;
  const rows = await inSlices(countedRows(body.toString()));
  throw tooLarge(Math.min(MOST_ROWS, Math.max(1, Math.floor((rows * MOST_BYTES) / body.length / 2))));
}

/**
 * Reads an exchange.
 * @throws ApiError 400 naming what is not of the form, 413 if it has too many rows
 */
export async function readExchange(body: string): Promise<Exchange> {
  const sent = body.length <= AT_ONCE ? parsed(body) : await inSlices(parsedInParts(body));
  if (rowsIn(sent) > MOST_ROWS) throw tooLarge(MOST_ROWS);
  const read = head.safeParse(sent);
  if (!read.success) throw notOfForm(placeOf(read.error), read.error);
  return { ...read.data, rows: await inSlices(rowsOf(read.data.rows)) };
}

function rowsIn(sent: unknown): number {
  return isRecord(sent) && Array.isArray(sent.rows) ? sent.rows.length : 0;
}

/** A JSON text without the characters that the database cannot store. */
function parsed(body: string): JsonValue {
  try {
    return storable(JSON.parse(body));
  } catch (cause) {
    throw notOfForm("The body", cause, "is not JSON");
  }
}

/** The same row by row, without holding the event loop; not beyond the row that is one too many. */
function* parsedInParts(body: string): Interruptible<unknown> {
  const members: Record<string, unknown> = {};
  const rows: unknown[] = [];
  for (const member of partsOf(body)) {
    if (member?.isElement === true) {
      if (rows.length === MOST_ROWS) throw tooLarge(MOST_ROWS);
      rows.push(parsed(member.text));
    } else if (member !== null) members[member.key] = parsed(member.text);
    yield;
  }
  return { ...members, rows: members.rows ?? rows };
}

/** How many rows a text has, none of them parsed. */
function* countedRows(body: string): Interruptible<number> {
  let rows = 0;
  for (const member of partsOf(body)) {
    if (member?.isElement === true) rows += 1;
    yield;
  }
  return rows;
}

/** The members and rows of a text, as texts; null after each part of it. */
function* partsOf(body: string): Generator<Member | null> {
  const splitter = new MemberSplitter("rows");
  for (let at = 0; at < body.length; at += CHUNK) {
    yield* split(splitter, body.slice(at, at + CHUNK));
    yield null;
  }
  if (!splitter.ended) throw notOfForm("The body", null, "is not JSON");
}

function split(splitter: MemberSplitter, chunk: string): readonly Member[] {
  try {
    return splitter.feed(chunk);
  } catch (cause) {
    throw notOfForm("The body", cause, "is not JSON");
  }
}

function* rowsOf(rows: readonly unknown[]): Interruptible<readonly SentRow[]> {
  const read: SentRow[] = [];
  for (const [at, row] of rows.entries()) {
    read.push(rowOf(row, at + 1));
    yield;
  }
  return read;
}

function rowOf(row: unknown, place: number): SentRow {
  const fault = (what: string): ApiError => notOfForm(`Row ${place}`, null, what);
  if (!Array.isArray(row) || row.length < 5 || row.length > 6) throw fault("is not an array of five or six");
  const [number, time, latitude, longitude, values, more = {}]: readonly unknown[] = row;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1)
    throw fault("has no number from 1 on");
  if (typeof time !== "number" || !Number.isSafeInteger(time)) throw fault("has no time in milliseconds");
  if (!isPlace(latitude, longitude)) throw fault("has no position of two numbers, nor null twice");
  if (!isRecord(values) || !Object.keys(values).every((key) => /^\d{1,9}$/.test(key)))
    throw fault("has no values by path number");
  const told = facts.safeParse(more);
  if (!told.success)
    throw fault(`tells ${told.error.issues[0]?.path.join(".") ?? "facts"} otherwise than as agreed`);
  return {
    number,
    time,
    latitude: typeof latitude === "number" ? latitude : null,
    longitude: typeof longitude === "number" ? longitude : null,
    values: values as JsonObject,
    facts: told.data,
  };
}

function isPlace(latitude: unknown, longitude: unknown): boolean {
  if (latitude === null) return longitude === null;
  return typeof latitude === "number" && typeof longitude === "number";
}

/** Whether a value may be stored under a path. */
export function isScalar(value: JsonValue | undefined): boolean {
  return scalar.safeParse(value).success;
}

function placeOf({ issues }: z.ZodError): string {
  const place = issues[0]?.path.join(".") ?? "";
  return place === "" ? "The body" : place;
}

function notOfForm(place: string, cause: unknown, what = "is missing or not of its form"): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: `${place} ${what}`,
    hint: 'Send {"stream", "rows": [[number, time, latitude, longitude, {path number: value}, {facts}], …]}.',
    cause,
  });
}

/** @param rows how many to send at most */
function tooLarge(rows: number): ApiError {
  return new ApiError({
    code: "PT413",
    status: 413,
    message: `An exchange has at most ${MOST_ROWS} rows and ${MOST_BYTES} bytes`,
    hint: `Send ${rows} rows at most.`,
    members: { rows },
  });
}
