/** Function calls, with named arguments from one JSON object, or with one whole value. */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { CallArguments, CallPlan } from "../plan/plan-types.ts";
import type { Parameter } from "../schema/schema-cache.ts";
import { SCALAR, type Shape } from "./body.ts";

/** The shape of a call's rows. */
export function shapeOf({ routine: { result } }: CallPlan): Shape {
  if (result.kind === "void") return { set: false, scalar: true };
  return { set: result.kind.startsWith("set"), scalar: result.kind.endsWith("scalar") };
}

/**
 * The rows of a call: its columns, or a single column {@link SCALAR}.
 * @param computed names of computed columns
 * @param name alias of the rows, which PostgreSQL reports for a missing column
 */
export function callQuery(plan: CallPlan, computed: readonly string[], name: string): Sql {
  const { routine } = plan;
  const { list, from } = callArguments(plan);
  const call = sql`${ident(routine.schema, routine.name)}(${list})`;
  const { set, scalar } = shapeOf(plan);
  // In FROM, PostgreSQL requires a column list if a function returns undeclared records.
  const isAnyRecord = routine.result.kind === "set of scalar" && routine.result.type === "record";
  if (scalar && (!set || isAnyRecord))
    return sql`select ${call} as ${ident(SCALAR)}${from === null ? empty : sql` from ${from}`}`;
  const alias = ident(name);
  const rows = scalar ? sql`${call} as ${alias}(${ident(SCALAR)})` : sql`${call} as ${alias}`;
  const more = computed.map((one) => sql`, ${ident(name, one)}`);
  return sql`select ${alias}.*${join(more, "")} from ${from === null ? rows : sql`${from}, lateral ${rows}`}`;
}

function callArguments({ arguments: given, routine }: CallPlan): { list: Sql; from: Sql | null } {
  if (given.kind === "raw") {
    const value = sql`${given.value}::${raw(given.type)}`;
    return { list: given.name === "" ? value : sql`${ident(given.name)} := ${value}`, from: null };
  }
  if (given.kind === "none" || given.given.length === 0) return { list: empty, from: null };
  // VARIADIC must come last, like its parameter.
  const order = routine.parameters.filter((one) => given.given.some(({ name }) => name === one.name));
  // Without its variadic parameter, a call must pass its arguments by position.
  const byPosition =
    routine.hasVariadic && order.every((one, i) => !one.variadic && routine.parameters[i] === one);
  const list = join(
    order.map(
      ({ name, variadic }) =>
        sql`${raw(variadic ? "variadic " : "")}${byPosition ? empty : sql`${ident(name)} := `}pgrst_args.${ident(name)}`,
    ),
  );
  return { list, from: argumentsRow(given, order) };
}

/** One row `pgrst_args` with the arguments in their declared types; only the first object of an array counts. */
export function argumentsRow(
  { text, isArray }: Extract<CallArguments, { kind: "named" }>,
  parameters: readonly Parameter[],
): Sql {
  const types = join(parameters.map(({ name, type }) => sql`${ident(name)} ${raw(type)}`));
  const object = isArray ? sql`${text}::json -> 0` : sql`${text}::json`;
  return sql`json_to_record(${object}) as pgrst_args(${types})`;
}
