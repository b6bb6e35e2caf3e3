/** Sending rows as a boat does: `POST /metrics` in batches, patient with a service that is busy or away. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { ImportedRow } from "../imports/row.ts";
import { judge } from "../voyages/judge.ts";

/** Rows in one POST. */
export const BATCH_ROWS = 1000;
const LONGEST_WAIT_S = 60;
/** With waits of 1, 2, 4 … 30 s this is some four minutes. */
const ATTEMPTS = 12;

/** Where rows go. */
export interface Destination {
  readonly apiUrl: string;
  /** A vessel's token. */
  readonly token: string;
  readonly vesselId: string;
  /** Told before each wait. */
  readonly say: (line: string) => void;
}

/** What became of a batch. */
export interface Answered {
  readonly accepted: number;
  /** Refused rows, counted by reason. */
  readonly refused: ReadonlyMap<string, number>;
}

const times = z.array(z.object({ time: z.string() }));

/** Sends one batch; returns when the service has answered for every row. */
export async function sendRows(to: Destination, rows: readonly ImportedRow[]): Promise<Answered> {
  const sent = rows.map((row) => ({ ...row, time: new Date(row.time).toISOString() }));
  const answer = await post(to, "/metrics?select=time", JSON.stringify(sent));
  const accepted = new Map<number, number>();
  for (const { time } of times.parse(answer))
    accepted.set(Date.parse(time), (accepted.get(Date.parse(time)) ?? 0) + 1);
  const refused = new Map<string, number>();
  rows.forEach((row, i) => {
    const left = accepted.get(row.time) ?? 0;
    if (left > 0) accepted.set(row.time, left - 1);
    else {
      const reason = reasonOf(sent[i] ?? null, to.vesselId);
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    }
  });
  return { accepted: rows.length - [...refused.values()].reduce((a, b) => a + b, 0), refused };
}

/** The service keeps its reasons to itself; it judges by the same rules. */
function reasonOf(row: Parameters<typeof judge>[0], vesselId: string): string {
  const verdict = judge(row, { vesselId, now: Date.now(), sogLimitKnots: 40, awsLimitKnots: 200 });
  return "refused" in verdict
    ? verdict.refused.reason.replace(/-?\d+(\.\d+)?(?= (?:kn is not below|is not between))/, "…")
    : "Another row with this time and other values is stored.";
}

/** @throws Error when the service refuses, or is away for minutes; what was sent before stays */
async function post(to: Destination, path: string, body: string): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const response = await ask(to, path, body);
    if (response?.ok === true) return response.json();
    const problem =
      response === null
        ? `nobody answers at ${to.apiUrl}`
        : `the service answered ${response.status}: ${await response.text()}`;
    const isTemporary = response === null || response.status === 429 || response.status >= 500;
    if (response?.status === 401 || response?.status === 403)
      throw new Error(`${problem}\nThe token must be the vessel's, as registration gives it.`);
    if (!isTemporary) throw new Error(problem);
    if (attempt === ATTEMPTS)
      throw new Error(`${problem}\nRun the same command again: it goes on where it stopped.`);
    const seconds =
      retryAfter(response?.headers.get("retry-after") ?? null) ?? Math.min(30, 2 ** (attempt - 1));
    to.say(`${problem.split("\n")[0]?.slice(0, 200)}; trying again in ${seconds} s`);
    await wait(seconds * 1000);
  }
}

async function ask(to: Destination, path: string, body: string): Promise<Response | null> {
  const response = fetch(to.apiUrl + path, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      Prefer: "return=representation",
      Authorization: `Bearer ${to.token}`,
    },
    body,
  });
  return response.catch(() => null);
}

/** Seconds, or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(seconds))) : null;
}
