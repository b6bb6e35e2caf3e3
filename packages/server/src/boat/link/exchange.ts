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
import { isRecord } from "@wakelog/kit/json/json.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { aboutOf, describe } from "./about.ts";
import { alarmsOf, anchorOf, freshRows } from "./alarms.ts";
import { type Exchange, readExchange, type SentRow } from "./form.ts";
import { placeRows } from "./placing.ts";
import { digestOf, rangesOf, translated } from "./rows.ts";
import { type Begun, begin, clocksDiffer, isInstant } from "./stream.ts";

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

const CHANGED = "This number already stands for a row with other values.";

/** Takes up alarms and the anchor watch on board. @param fresh rows about the present, oldest first */
function tellPresent(tx: Tx, fresh: readonly SentRow[], paths: ReadonlyMap<string, string>): void {
  const alarms = alarmsOf(fresh);
  if (alarms.length > 0) tx.later(sql`select app.link_alarms(${JSON.stringify(alarms)}::jsonb)`);
  const anchor = anchorOf(fresh, paths);
  if (anchor !== undefined)
    tx.later(sql`select app.link_anchor(${anchor === null ? null : JSON.stringify(anchor)}::jsonb)`);
}

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
    const accepted = fresh.flatMap(({ sent, row }) => (row === null ? [] : [sent]));
    const times = await store(fresh, new Set(taken), id, context, options.metrics);
    const faults = rows.filter((one) => one.why !== null && (!one.isKnown || one.why === CHANGED));
    if (faults.length > 0)
      tx.later(sql`select app.reject_metrics(${JSON.stringify(faults.map(refusal(paths)))}::jsonb)`);
    if (exchange.about !== undefined)
      await describe(tx, options.described(aboutOf(exchange.about, exchange.version ?? null, paths)));
    tx.later(sql`select app.note_contact()`);
    report(tx, exchange);
    tellPresent(tx, freshRows(accepted, now), paths);
    const isShort = exchange.mode === "satellite";
    const { stored, news } = await note(tx, fresh, times, exchange, { stream: id, offset });
    const refused = rows.flatMap(({ sent, why }): JsonValue[] => (why === null ? [] : [[sent.number, why]]));
    return {
      ack: rangesOf(exchange.rows.map(({ number }) => number)).map((range) => [...range]),
      stored,
      ...(isShort ? {} : { time: now }),
      ...(refused.length === 0 || isShort ? {} : { refused }),
      ...news,
    };
  };
}

/** Notes what the boat says of commands and alerts. */
function report(tx: Tx, { done = [], acknowledged = [] }: Exchange): void {
  if (done.length > 0) tx.later(sql`select app.link_done(${JSON.stringify(done)}::jsonb)`);
  if (acknowledged.length > 0) tx.later(sql`select app.link_acknowledged(${acknowledged}::integer[])`);
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

const noted = z.object({ stored: z.number(), news: z.custom<JsonObject>(isRecord) });

/** Notes what arrived, and reads what goes down. */
async function note(
  tx: Tx,
  fresh: readonly Judged[],
  times: ReadonlyMap<number, number>,
  { mode, version, waiting, settings, alerts }: Exchange,
  more: JsonObject,
): Promise<z.infer<typeof noted>> {
  const rows = fresh.map(({ sent, digest, why }) => ({
    number: sent.number,
    sentAt: sent.time,
    storedAt: times.get(sent.number) ?? null,
    digest,
    refused: why,
    part: sent.facts.part === true && why === null,
  }));
  const told = { mode, version, waiting, ...more };
  // By satellite only what the boat asks for.
  const isAsked = mode !== "satellite" || settings !== undefined || alerts !== undefined;
  const [row] = await tx.query(sql`
    select app.link_store(${JSON.stringify(rows)}::json, ${JSON.stringify(told)}::jsonb) as stored,
      case when ${isAsked} then app.link_news(${settings ?? null}::integer, ${alerts ?? null}::integer) else '{}' end as news`);
  return noted.parse(row);
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
