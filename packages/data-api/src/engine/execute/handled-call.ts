/** Calls procedures implemented in TypeScript: PostgreSQL types the arguments and formats the results. */
import { DatabaseError, type Tx } from "../../db/database.ts";
import { raw, type Sql } from "../../db/sql.ts";
import {
  type CallContext,
  type InsertContext,
  type JsonObject,
  type JsonValue,
  type WritingProcedure,
  WrittenJson,
} from "../handlers.ts";
import type { CallArguments, RoutinePlan } from "../plan/plan-types.ts";
import { unknownColumns } from "../plan/unknown-columns.ts";
import {
  handledCheck,
  handledResult,
  type OutputColumn,
  outputColumnsQuery,
} from "../query/handled-query.ts";
import type { Routine } from "../schema/schema-cache.ts";
import { type KeepText, longText } from "./long-text.ts";

/**
 * Calls the handler instead of the function.
 * @param kept receives a long text to keep out of the database, if any
 * @returns the function's rows, as SQL
 * @throws as {@link prepareCall}
 */
export async function callHandler(
  plan: RoutinePlan,
  handler: WritingProcedure,
  context: InsertContext,
  kept: KeepText | null,
): Promise<Sql> {
  const call = await prepareCall(plan, context.tx);
  const result = await handler(call.args, context);
  const text = kept === null ? null : longText(plan, call.rowsOf, result);
  if (text === null) return call.rowsOf(result instanceof WrittenJson ? parsed(result) : result);
  kept?.(text);
  return text.rows;
}

/** For answers that show a part of the result, or keep it. */
function parsed({ bytes }: WrittenJson): JsonValue {
  const value: JsonValue = JSON.parse(bytes.toString());
  return value;
}

/** What a handler learns about its caller. */
export function callContext({
  caller,
  request,
  address,
  calledAt,
}: Omit<CallContext, "headers"> & { readonly request: Pick<CallContext, "headers"> }): CallContext {
  return { caller, headers: request.headers, address, calledAt };
}

/** A permitted call. */
export interface PreparedCall {
  readonly args: JsonObject;
  /** The function's rows for the handler's result, as SQL. */
  readonly rowsOf: (result: JsonValue) => Sql;
}

/**
 * Checks the call in the database.
 * @throws DatabaseError 42501 without EXECUTE, 25006 if a procedure that writes is called by GET
 */
export async function prepareCall(plan: RoutinePlan, tx: Tx): Promise<PreparedCall> {
  const { routine, arguments: given } = plan.call;
  const [row] = (await tx.run(handledCheck(plan.call))).rows;
  if (row?.[0] !== "t") {
    throw new DatabaseError({ sqlstate: "42501", message: `permission denied for function ${routine.name}` });
  }
  if (plan.safe && routine.volatility === "volatile") {
    throw new DatabaseError({
      sqlstate: "25006",
      message: `cannot execute ${routine.name}() in a read-only transaction`,
    });
  }
  const columns = await outputColumns(tx, routine);
  const computed = unknownColumns(plan.node);
  return {
    args: argumentsOf(given, row[1] ?? null),
    rowsOf: (result) => handledResult(routine, result, columns, computed),
  };
}

function argumentsOf(given: CallArguments, row: string | null): JsonObject {
  if (given.kind === "none") return {};
  if (given.kind === "named") {
    const values: JsonObject = JSON.parse(row ?? "{}");
    return values;
  }
  const { type, value, name } = given;
  if (type === "bytea") return { [name]: Buffer.from(value).toString("base64") };
  const text = value.toString();
  const parsed: JsonValue = type === "json" || type === "jsonb" ? JSON.parse(text) : text;
  return { [name]: parsed };
}

/** Output columns by function, kept as long as the schema cache's routine. */
const known = new WeakMap<Routine, readonly OutputColumn[]>();

/** The columns of a function with output parameters; empty for all others. */
async function outputColumns(tx: Tx, routine: Routine): Promise<readonly OutputColumn[]> {
  const { result } = routine;
  if (result.kind === "void" || !result.kind.endsWith("composite") || result.relation !== null) return [];
  const before = known.get(routine);
  if (before !== undefined) return before;
  const { rows } = await tx.run(outputColumnsQuery(routine.oid));
  const columns = rows.map(([name, type]) => ({ name: name ?? "", type: raw(type ?? "text") }));
  known.set(routine, columns);
  return columns;
}
