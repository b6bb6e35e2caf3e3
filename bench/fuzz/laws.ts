/** Laws that every response must obey. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { MARKER } from "./cast.ts";
import type { Reply, Shot } from "./send.ts";

/** A law broken by a response. */
export interface Breach {
  readonly law: string;
  /** What was observed. */
  readonly seen: string;
}

/**
 * Most time for responses, milliseconds: the statement timeout and the wait for a connection, with a margin for both.
 */
const LONGEST_MS = { stranger: 2_000, others: 15_000, room: 8_000 } as const;
const MOST_ROWS = 200_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Most bytes of a text in an error, and most characters of a word in it. */
const ERROR_LIMITS = { text: 1_024, word: 260 } as const;

/** Paths, line numbers and stack frames of our program or PostgreSQL's. */
const INTERNALS =
  /node_modules|file:\/\/\/|\/(?:work|home|root|usr|tmp|dev\/shm|var)\/|\bat .{1,80} \(|\.[cm]?[jt]s:\d+|\.c:\d+|PL\/pgSQL function/;

/**
 * The laws that a response breaks.
 * @param victimsIds ids of the victim's rows: a response may contain one only if its request did
 */
export function breachesOf(shot: Shot, reply: Reply, victimsIds: readonly string[]): readonly Breach[] {
  const text = reply.body.toString("utf8");
  const sent = `${decodedTarget(shot.target)} ${shot.body === null ? "" : readable(shot.body)}`;
  return [
    ...ofStatus(reply),
    ...(reply.status >= 400 && shot.method !== "HEAD" ? ofError(reply, text) : []),
    ...ofHeaders(reply),
    ...ofSize(shot, reply, text),
    ...(text.includes(MARKER) ? [{ law: "shows another tenant's words", seen: around(text, MARKER) }] : []),
    ...victimsIds.flatMap((id) =>
      text.includes(id) && !sent.includes(id)
        ? [{ law: "shows another tenant's ids", seen: around(text, id) }]
        : [],
    ),
  ];
}

function ofStatus({ status, headers, body }: Reply): readonly Breach[] {
  // 551 is part of the contract: a user without a vessel.
  if (status < 500 || status === 551) return [];
  const isBusy = status === 503 || status === 504;
  if (isBusy && headers["retry-after"] !== undefined) return [];
  return [{ law: `fails with ${status}`, seen: body.toString("utf8", 0, 300) }];
}

function ofError({ headers, status }: Reply, text: string): readonly Breach[] {
  const wrong = (law: string): readonly Breach[] => [{ law, seen: `${status} ${text.slice(0, 300)}` }];
  if (!/^application\/([\w.]+\+)?json/.test(headers["content-type"] ?? ""))
    return wrong("an error is not JSON");
  let error: unknown;
  try {
    error = JSON.parse(text);
  } catch {
    return wrong("an error is not JSON");
  }
  // The protocol's response to a path that cannot be a relation's.
  if (status === 404 && text === "{}") return [];
  if (typeof error !== "object" || error === null || !("message" in error) || !("code" in error)) {
    return wrong("an error has no code or message");
  }
  const { message } = error;
  if (typeof message !== "string" || !/\S/.test(message)) return wrong("an error's message has no text");
  const texts = Object.values(error).filter((one): one is string => typeof one === "string");
  if (texts.some((one) => Buffer.byteLength(one) > ERROR_LIMITS.text)) return wrong("an error is too long");
  if (texts.some((one) => one.split(/\s/).some((word) => word.length > ERROR_LIMITS.word))) {
    return wrong("an error shows a whole value");
  }
  return INTERNALS.test(text) ? wrong("an error shows paths or stack frames") : [];
}

function ofHeaders({ status, headers }: Reply): readonly Breach[] {
  const breaches: Breach[] = [];
  // A 304 has no content to sniff, and the client keeps the stored headers.
  if (status !== 304 && headers["x-content-type-options"] !== "nosniff") {
    breaches.push({ law: "an answer lets its type be guessed", seen: JSON.stringify(headers).slice(0, 300) });
  }
  if (headers["x-injected"] !== undefined)
    breaches.push({ law: "a caller writes headers", seen: "X-Injected" });
  if (headers["access-control-allow-credentials"] !== undefined) {
    breaches.push({
      law: "other origins may send credentials",
      seen: headers["access-control-allow-origin"] ?? "",
    });
  }
  return breaches;
}

function ofSize({ caller }: Shot, { body, milliseconds }: Reply, text: string): readonly Breach[] {
  const breaches: Breach[] = [];
  if (body.length > MOST_BYTES)
    breaches.push({ law: "an answer is too large", seen: `${body.length} bytes` });
  if (text.startsWith("[") && text.length > MOST_ROWS && rowsOf(text) > MOST_ROWS) {
    breaches.push({ law: "an answer has too many rows", seen: `${rowsOf(text)} rows` });
  }
  const isStranger = caller === "stranger" || caller.startsWith("guest");
  const longest = (isStranger ? LONGEST_MS.stranger : LONGEST_MS.others) + LONGEST_MS.room;
  if (milliseconds > longest)
    breaches.push({ law: "an answer takes too long", seen: `${Math.round(milliseconds)} ms` });
  return breaches;
}

function rowsOf(text: string): number {
  const rows: unknown = JSON.parse(text);
  return Array.isArray(rows) ? rows.length : 1;
}

function around(text: string, word: string): string {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 100), at + 100);
}

/** A body as text, decompressed if needed. */
function readable(body: Buffer): string {
  for (const unpack of [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync]) {
    try {
      return unpack(body, { maxOutputLength: MOST_BYTES }).toString("utf8");
    } catch {
      // Other coding, or none.
    }
  }
  return body.toString("utf8");
}

function decodedTarget(target: string): string {
  try {
    return `${target} ${decodeURIComponent(target)}`;
  } catch {
    return target;
  }
}
