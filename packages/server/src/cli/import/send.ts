/** Sends rows as a boat does: `POST /metrics` in batches, with retries while the service is busy or unreachable. */
import { setTimeout as wait } from "node:timers/promises";
import { DAY } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import type { ImportedRow } from "../../boat/imports/row.ts";

/** Rows per POST. */
export const BATCH_ROWS = 1000;
const LONGEST_WAIT_S = 60;
/** With waits of 1, 2, 4 … 30 s, about four minutes in total. */
const ATTEMPTS = 12;

/** Where rows are sent. */
export interface Destination {
  readonly apiUrl: string;
  /** A vessel's token. */
  readonly token: string;
  readonly vesselId: string;
  /** Called with a line before each wait. */
  readonly print: (line: string) => void;
}

/** The response to a batch. */
export interface Answered {
  readonly accepted: number;
  /** Refused rows, counted by reason. */
  readonly refused: ReadonlyMap<string, number>;
}

/** The response to an empty batch. */
export const NOTHING: Answered = { accepted: 0, refused: new Map() };

const times = z.array(z.object({ time: z.string() }));
const places = z.array(z.number());
const refusals = z.array(z.object({ reason: z.string(), time: z.string().nullable() }));

/** Sends one batch; returns once the service has accepted or refused every row. */
export async function sendRows(to: Destination, rows: readonly ImportedRow[]): Promise<Answered> {
  // A row from the future would hold back the whole batch, in case the service's clock is behind.
  const present = rows.filter(({ time }) => time <= Date.now() + DAY);
  const ahead = rows.length - present.length;
  if (ahead > 0) {
    const { accepted, refused } = present.length === 0 ? NOTHING : await sendRows(to, present);
    return {
      accepted,
      refused: new Map([...refused, ["The time is more than 24 hours in the future.", ahead]]),
    };
  }
  const sent = rows.map((row) => ({ ...row, time: new Date(row.time).toISOString() }));
  const answer = await request(to, "/metrics?select=time", JSON.stringify(sent));
  const accepted = counted(times.parse(answer).map(({ time }) => Date.parse(time)));
  const missing = rows.filter(({ time }) => !take(accepted, time)).map(({ time }) => time);
  const refused = missing.length === 0 ? new Map<string, number>() : counted(await reasonsOf(to, missing));
  return { accepted: rows.length - missing.length, refused };
}

/** Indexes of rows whose positions another recording of the boat covers. */
export async function coveredPlaces(
  to: Destination,
  rows: readonly ImportedRow[],
): Promise<ReadonlySet<number>> {
  const asked = rows.map(({ time, latitude, longitude }) => ({
    time: new Date(time).toISOString(),
    latitude,
    longitude,
  }));
  return new Set(
    places.parse(await request(to, "/rpc/covered_positions_fn", JSON.stringify({ rows: asked }))),
  );
}

/** Declares that no more history before a time will follow, so that a log ending there can finish. */
export async function endImport(to: Destination, until: number): Promise<void> {
  await request(to, "/rpc/end_import_fn", JSON.stringify({ until: new Date(until).toISOString() }));
}

/** For refused rows without a reason. */
const UNEXPLAINED = "The service gives no reason.";

/**
 * Why the service refused the rows with these times. Another program of the boat may have had refusals in between, so
 * this searches somewhat more than the newest.
 */
async function reasonsOf(to: Destination, missing: readonly number[]): Promise<readonly string[]> {
  const path = `/metrics_rejected_view?select=reason,time:metric->>time&order=rejected_at.desc&limit=${2 * missing.length + 100}`;
  const found = refusals.parse(await request(to, path));
  const reasons = new Map<number, string[]>();
  for (const { reason, time } of found) {
    const at = Date.parse(time ?? "");
    const before = reasons.get(at);
    if (before === undefined) reasons.set(at, [reason]);
    else before.push(reason);
  }
  return missing.map((time) => withoutNumber(reasons.get(time)?.shift() ?? UNEXPLAINED));
}

/** Removes the measured value, so that rows with the same fault are counted together. */
function withoutNumber(reason: string): string {
  return reason.replace(/(?<![\d.])-?\d+(?:\.\d+)?(?= (?:kn is not below|is not between))/, "…");
}

function counted<T>(all: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Decrements a count. @returns false if none is left */
function take<T>(counts: Map<T, number>, one: T): boolean {
  const left = counts.get(one) ?? 0;
  if (left > 0) counts.set(one, left - 1);
  return left > 0;
}

/** @throws Error if the service refuses the request or is unreachable for minutes; earlier batches stay */
async function request(to: Destination, path: string, body: string | null = null): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const response = await requestOnce(to, path, body);
    if (response?.ok === true) return response.json();
    const problem =
      response === null
        ? `no answer from ${to.apiUrl}`
        : `the service answered ${response.status}: ${await response.text()}`;
    const isTemporary = response === null || response.status === 429 || response.status >= 500;
    if (response?.status === 401 || response?.status === 403)
      throw new Error(`${problem}\nThe token must be the vessel's, which registration returns.`);
    if (!isTemporary) throw new Error(problem);
    if (attempt === ATTEMPTS)
      throw new Error(`${problem}\nRun the same command again: it continues where it stopped.`);
    const seconds =
      retryAfter(response?.headers.get("retry-after") ?? null) ?? Math.min(30, 2 ** (attempt - 1));
    to.print(`${problem.split("\n")[0]?.slice(0, 200)}; trying again in ${seconds} s`);
    await wait(seconds * 1000);
  }
}

/** Sends a GET, or a POST if there is a body; null without a response. */
async function requestOnce(to: Destination, path: string, body: string | null): Promise<Response | null> {
  const headers = { Accept: "application/json", Authorization: `Bearer ${to.token}` };
  const sending = { "Content-Type": "application/json", Prefer: "return=representation" };
  const response = fetch(
    to.apiUrl + path,
    body === null ? { headers } : { method: "POST", headers: { ...headers, ...sending }, body },
  );
  return response.catch(() => null);
}

/** Seconds to wait, from a number or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(seconds))) : null;
}
