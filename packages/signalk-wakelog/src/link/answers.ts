/** What an answer says, by laws: an answer that is no answer says nothing. */
import { type Range, rangesOf } from "../buffer/ranges.ts";
import { isRecord } from "../buffer/row.ts";
import { readNews } from "./news.ts";
import type { Answer } from "./protocol.ts";

/** Reads JSON; undefined if it is none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Reads the answer to an exchange.
 *
 * @param sent the numbers of the rows that were sent
 * @param holdsOthers whether rows between two numbers wait that were not sent
 * @returns null if it is not the answer of a shore to these rows
 */
export function readAnswer(
  json: unknown,
  sent: ReadonlySet<number>,
  holdsOthers: (range: Range) => boolean,
): Answer | null {
  if (!isRecord(json)) return null;
  const ack = rangesOf(json.ack);
  const { stored, time, refused } = json;
  if (ack === null || typeof stored !== "number" || !(stored >= 0)) return null;
  const isOurs = ack.every((range) => sent.has(range[0]) && sent.has(range[1]) && !holdsOthers(range));
  if (!isOurs) return null;
  return {
    ack,
    stored,
    ...(typeof time === "number" ? { time } : {}),
    refused: Array.isArray(refused) ? refused.flatMap(refusalOf) : [],
    ...readNews(json),
  };
}

function refusalOf(json: unknown): (readonly [number, string])[] {
  if (!Array.isArray(json)) return [];
  const [number, why]: readonly unknown[] = json;
  return typeof number === "number" ? [[number, String(why)]] : [];
}

/** The sentence of an error, as the API writes it; empty if there is none. */
export function sentenceOf(body: Buffer): string {
  const json = jsonOf(body);
  if (!isRecord(json)) return "";
  const sentence = json.message ?? json.error ?? json.hint;
  return typeof sentence === "string" ? sentence.slice(0, 300) : "";
}
