/**
 * Long texts that handlers return. The database makes the answer around a text, but copies it a dozen times on its way: so it
 * gets an empty text, and the long one takes that one's place afterwards.
 */

import type { JsonValue } from "@wakelog/kit/json/json.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import type { Sql } from "../../db/sql.ts";
import type { RoutinePlan } from "../plan/plan-types.ts";
import type { Executed } from "./executed.ts";

/** A text that is kept from the database. */
export interface LongText {
  /** The rows that the database answers with in its place. */
  readonly rows: Sql;
  /** The answer with the text in it. */
  put(executed: Executed): Promise<Executed>;
}

/** Receives a text that the answer is to have. */
export type KeepText = (text: LongText) => void;

/** Shorter texts cost the database little, characters. */
const SHORT = 65_536;
/** What becomes JSON at once, characters. */
const PIECE = 65_536;

/**
 * The result of a call, if it is a long text and the answer is that text alone; null otherwise.
 * @param rowsOf the rows that the function would have given, of a result
 */
export function longText(
  plan: RoutinePlan,
  rowsOf: (result: JsonValue) => Sql,
  result: JsonValue,
): LongText | null {
  const { result: declared } = plan.call.routine;
  const { body, explain } = plan.answer;
  const isText = declared.kind === "scalar" && declared.type === "text";
  const isPlain = explain === null && plan.node.conditions.length === 0;
  if (typeof result !== "string" || result.length < SHORT || !isText || !isPlain) return null;
  const isJson = body.kind === "json array" || body.kind === "json object";
  if (!isJson && (body.kind !== "value" || body.as === "xml")) return null;
  return {
    rows: rowsOf(""),
    async put(executed) {
      // Beyond a range of rows there is none.
      if (executed.page !== 1 || executed.body === null) return executed;
      return { ...executed, body: isJson ? await jsonOf(result) : Buffer.from(result) };
    },
  };
}

/** The text as JSON, in UTF-8. */
async function jsonOf(text: string): Promise<Buffer> {
  const pause = slices();
  const pieces = [Buffer.from('"')];
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE;
    // Two halves of one character stay together.
    const next = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    pieces.push(Buffer.from(JSON.stringify(text.slice(at, next)).slice(1, -1)));
    at = next;
    await pause();
  }
  return Buffer.concat([...pieces, Buffer.from('"')]);
}
