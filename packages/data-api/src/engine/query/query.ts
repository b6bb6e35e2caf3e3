/** Builds a request's main statement: rows, body, totals, and the headers and status that SQL code sets. */
import { empty, ident, join, raw, type Sql, type Statement, sql } from "../../db/sql.ts";
import { mayExceed } from "../plan/bounds/answer-rows.ts";
import type { BodyForm, Counting, Explain, ReadNode, StatementPlan } from "../plan/plan-types.ts";
import { unknownColumns } from "../plan/unknown-columns.ts";
import type { RowRange } from "../request/api-request.ts";
import { bodySql, CSV_HEAD, PAGE, type Shape } from "./body.ts";
import { boundQuery, ifWithin, withinColumn } from "./bound-query.ts";
import { boundedAnswer, LIST_BYTES } from "./bounded-list.ts";
import { callQuery, shapeOf } from "./call-query.ts";
import { RESULT, readQuery, rowsQuery } from "./read-query.ts";
import { MERGED_ROWS, writeQuery } from "./write-query.ts";

/** The statements of a request after its preamble. */
export interface Statements {
  /**
   * Returns one row: total, page, body, location, response headers, response status, whether the row limit was kept,
   * whether the body is too long to send, and for an upsert that counts merged rows, the number of inserted ones.
   */
  readonly main: Statement;
  /** Returns the planner's estimate of the total, in the form of `explain (format json)`. */
  readonly estimate: Statement | null;
}

/** The alias that PostgreSQL reports for a column missing from a call's rows. */
const CALL = "pgrst_call";

const SET_OF_ROWS: Shape = { set: true, scalar: false };

/**
 * @param source the rows of a write or call by a handler, instead of the plan's own
 * @param maxRows the number of rows up to which an estimated count is exact
 */
export function statementsOf(
  plan: StatementPlan,
  maxRows: number | null,
  source?: Sql,
): Statements & { readonly main: Sql } {
  switch (plan.kind) {
    case "read": {
      const total = counted(plan.counting, plan.node, maxRows);
      const main = answer({
        plan,
        cte: null,
        form: plan.answer.body,
        shape: SET_OF_ROWS,
        total,
      });
      return {
        main: explained(main, plan.answer.explain),
        estimate: estimate(plan.counting, plan.node),
      };
    }
    case "mutation": {
      const cte = source ?? writeQuery(plan.write);
      const location = locationSql(plan.location);
      const form: BodyForm = plan.node === null ? { kind: "none" } : plan.answer.body;
      const main = answer({ plan, cte, form, shape: SET_OF_ROWS, total: null, location });
      return { main: explained(main, plan.answer.explain), estimate: null };
    }
    case "routine": {
      const shown = unknownColumns({ ...plan.node, conditions: [], order: [] });
      const name = shown.length > 0 ? CALL : plan.node.alias;
      const cte = source ?? callQuery(plan.call, unknownColumns(plan.node), name);
      // The planner's estimate for a function's rows is worthless, so an estimated count is always exact.
      const total = counted(plan.counting, plan.node, null);
      const shape = shapeOf(plan.call);
      const main = answer({ plan, cte, form: plan.answer.body, shape, total });
      return { main: explained(main, plan.answer.explain), estimate: null };
    }
  }
}

function answer(parts: {
  readonly plan: StatementPlan;
  readonly cte: Sql | null;
  readonly form: BodyForm;
  readonly shape: Shape;
  readonly total: Sql | null;
  readonly location?: Sql | null;
}): Sql {
  const { plan, cte, form, shape, total } = parts;
  const { node, rowLimit, byteLimit } = plan;
  const all = node === null ? sql`select from ${ident(RESULT)}` : readQuery(node);
  const bound = node !== null && rowLimit !== null && mayExceed(plan) ? boundQuery(node, rowLimit) : [];
  const rows = bound.length === 0 ? all : ifWithin(all);
  // PostgreSQL would skip a lone value that is not shown (void) unless its rows are materialized.
  const how = raw(shape.scalar && !shape.set ? " as materialized " : " as ");
  const ctes = cte === null ? [] : [sql`${ident(RESULT)}${how}(${cte})`];
  ctes.push(...bound);
  if (form.kind === "csv") ctes.push(sql`${ident(PAGE)} as (${rows})`);
  const page = form.kind === "csv" ? ident(PAGE) : sql`(${rows})`;
  const list = byteLimit === null ? null : boundedAnswer(form, shape, page, byteLimit, CSV_HEAD);
  const columns = join([
    sql`${total ?? raw("null::bigint")} as total`,
    raw("count(*) as page"),
    sql`${list?.body ?? bodySql(form, shape)} as body`,
    sql`${parts.location ?? raw("null::text")} as location`,
    raw("nullif(current_setting('response.headers', true), '') as headers"),
    raw("nullif(current_setting('response.status', true), '') as status"),
    sql`${withinColumn(bound.length > 0)} as within`,
    sql`${list === null ? raw("null::bigint") : LIST_BYTES} as bytes`,
    ...(countsMerged(plan) ? [sql`${INSERTED_ROWS} as inserted`] : []),
  ]);
  const prefix = ctes.length === 0 ? empty : sql`with ${join(ctes)} `;
  const made = sql`select ${columns} from ${list?.from ?? page} _t`;
  // An execution plan is returned without this.
  return plan.answer.explain === null
    ? sql`${prefix}${ifSendable(made, mostBytes(plan), countsMerged(plan))}`
    : sql`${prefix}${made}`;
}

/** The written rows that an upsert did not find; the answer may show fewer. Reads all of them before it subtracts. */
const INSERTED_ROWS: Sql = sql`(select count(*) - ${MERGED_ROWS} from ${ident(RESULT)})`;

/** Whether the statement returns the number of rows that an upsert inserted, as its last column. */
export function countsMerged(plan: StatementPlan): boolean {
  return plan.kind === "mutation" && plan.write.kind === "insert" && plan.write.countsMerged;
}

/** Most bytes of an answer. A single function's result exists before it can be limited. */
export function mostBytes(plan: StatementPlan): number {
  if (plan.byteLimit === null || (plan.kind === "routine" && !shapeOf(plan.call).set)) return BODY_BYTES;
  return Math.min(plan.byteLimit, BODY_BYTES);
}

/** Most bytes of a body. Node.js strings have at most 512 million characters: a longer one would end the process. */
const BODY_BYTES = 268_435_456;

/** The answer without a body that is too long; the last column says so. */
function ifSendable(answer: Sql, most: number, isMerging: boolean): Sql {
  const isLong = sql`coalesce(bytes, pg_column_size(body)) > ${raw(String(most))}`;
  return sql`select total, page, case when ${isLong} then null else body end as body, location, headers, status,
    within, ${isLong} as long${isMerging ? raw(", inserted") : empty} from (${answer}) _`;
}

/** The total. Without a range, the page contains all rows. */
function counted(counting: Counting, node: ReadNode, maxRows: number | null): Sql | null {
  if (counting === "none" || counting === "planned") return null;
  if (node.range.limit === null && node.range.offset <= 0) return raw("count(*)");
  const most = mostCounted(counting, node.range, maxRows);
  const bound = most === null ? empty : sql` limit ${most}::bigint`;
  const all = sql`(select count(*) from (${rowsQuery(node)}${bound}) _)`;
  const { limit, offset } = node.range;
  if (limit === null || limit <= 0) return all;
  // A page that is not full is the last one, so its offset determines the total.
  const isLast = sql`count(*) between ${raw(offset > 0 ? "1" : "0")} and ${limit}::bigint - 1`;
  return sql`case when ${isLast} then ${Math.max(0, offset)}::bigint + count(*) else ${all} end`;
}

/** The number of rows up to which a bounded count is exact, unless `maxRows` is set. */
const COUNTED_ROWS = 10_000;

/**
 * The number of rows at which counting stops; null for no limit. A bounded count goes one row past the page, so that a
 * total within the page is exact and a larger one means more rows.
 */
function mostCounted(counting: Counting, { offset, limit }: RowRange, maxRows: number | null): number | null {
  if (counting === "estimated") return maxRows === null ? null : maxRows + 1;
  if (counting !== "bounded") return null;
  const end = Math.max(0, offset) + (limit ?? 0);
  return Math.min(Math.max(maxRows ?? COUNTED_ROWS, end), Number.MAX_SAFE_INTEGER - 1) + 1;
}

function estimate(counting: Counting, node: ReadNode): Sql | null {
  if (counting !== "planned" && counting !== "estimated") return null;
  return sql`explain (format json) ${rowsQuery(node)}`;
}

/** The key of the only row, as a JSON array of texts. */
function locationSql(columns: readonly string[]): Sql | null {
  if (columns.length === 0) return null;
  const values = join(columns.map((name) => sql`${ident(name)}::text`));
  return sql`(select json_build_array(${values})::text from ${ident(RESULT)} limit 1)`;
}

function explained(main: Sql, explain: Explain | null): Sql {
  if (explain === null) return main;
  const options = [`format ${explain.format}`, ...explain.options];
  return sql`explain (${raw(options.join(", "))}) ${main}`;
}
