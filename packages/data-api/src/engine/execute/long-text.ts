/**
 * Keeps long texts from handlers out of the database, which builds the answer but would copy the text a dozen times: it
 * gets an empty text, to be replaced by the long one afterwards.
 */

import type { JsonValue } from "@wakelog/kit/json/json.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import type { Sql } from "../../db/sql.ts";
import { WrittenJson } from "../handlers.ts";
import type { RoutinePlan } from "../plan/plan-types.ts";
import type { Executed } from "./executed.ts";

/** A text kept out of the database. */
export interface LongText {
  /** The rows that stand in for it. */
  readonly rows: Sql;
  /** Inserts the text into the answer. */
  put(executed: Executed): Promise<Executed>;
}

/** Receives a text for the answer. */
export type KeepText = (text: LongText) => void;

/** Shorter texts cost the database little, in characters. */
const SHORT = 65_536;
/** Characters converted to JSON at a time. */
const PIECE = 65_536;

/**
 * A call's result, if it is a long text that makes up the whole answer; otherwise null.
 * @param rowsOf the function's rows for a result
 */
export function longText(
  plan: RoutinePlan,
  rowsOf: (result: JsonValue) => Sql,
  result: JsonValue | WrittenJson,
): LongText | null {
  if (result instanceof WrittenJson) return writtenJson(plan, rowsOf, result);
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
      // There is no row beyond a range.
      if (executed.page !== 1 || executed.body === null) return executed;
      return { ...executed, body: isJson ? await jsonOf(result) : Buffer.from(result) };
    },
  };
}

/** Such a result, if the answer shows it whole and as it is. */
function writtenJson(
  { call, answer: { body, explain }, node }: RoutinePlan,
  rowsOf: (result: JsonValue) => Sql,
  { bytes }: WrittenJson,
): LongText | null {
  const isJson = (body.kind === "json array" || body.kind === "json object") && !body.stripped;
  const isWhole = node.conditions.length === 0 && node.outputs.every(({ kind }) => kind === "star");
  if (!isJson || !isWhole || explain !== null || call.routine.result.kind.startsWith("set")) return null;
  return {
    rows: rowsOf(call.routine.result.kind === "composite" ? {} : null),
    async put(executed) {
      // There is no row beyond a range.
      return executed.page !== 1 || executed.body === null ? executed : { ...executed, body: bytes };
    },
  };
}

/** The text as JSON, in UTF-8. */
async function jsonOf(text: string): Promise<Buffer> {
  const pause = slices();
  const pieces = [Buffer.from('"')];
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE;
    // Do not split a surrogate pair.
    const next = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    pieces.push(Buffer.from(JSON.stringify(text.slice(at, next)).slice(1, -1)));
    at = next;
    await pause();
  }
  return Buffer.concat([...pieces, Buffer.from('"')]);
}
