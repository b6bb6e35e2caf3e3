/** The database's result: the third of a request's four stages. */
import type { Result } from "../../db/database.ts";
import type { Explain, StatementPlan } from "../plan/plan-types.ts";
import { countsMerged } from "../query/query.ts";

export interface Executed {
  /** Number of all matching rows; null if not requested. */
  readonly total: number | null;
  /** Number of rows returned or affected. */
  readonly page: number;
  /** PostgreSQL's text; bytes are UTF-8. */
  readonly body: string | Buffer | null;
  /** Whether rows were inserted rather than merged; null if not counted. */
  readonly inserted: boolean | null;
  /** The primary key of the written row, if there is exactly one. */
  readonly location: readonly (string | null)[] | null;
  /** `response.headers` and `response.status` as set by SQL code. */
  readonly headers: string | null;
  readonly status: string | null;
  /** False if the answer was not built because it would exceed its row limit. */
  readonly within: boolean;
  /** Whether the body was omitted because it is too long to send. */
  readonly tooLong: boolean;
}

/** Parses the main statement's row, and the planner's estimate, if any. */
export function executedOf(
  plan: StatementPlan,
  main: Result,
  estimate: Result | null,
  maxRows: number | null,
): Executed {
  const { explain } = plan.answer;
  if (explain !== null) return explained(main, explain);
  const total = textOf(main, COLUMNS.total);
  const location = textOf(main, COLUMNS.location);
  return {
    total: totalOf(plan, total === null ? null : Number(total), estimate, maxRows),
    page: Number(textOf(main, COLUMNS.page) ?? 0),
    inserted: countsMerged(plan) ? Number(textOf(main, COLUMNS.inserted) ?? 0) > 0 : null,
    // Pass the body on as bytes, unparsed.
    body: main.bytes === undefined ? textOf(main, COLUMNS.body) : main.bytes(COLUMNS.body),
    location: location === null ? null : keyValues(location),
    headers: textOf(main, COLUMNS.headers),
    status: textOf(main, COLUMNS.status),
    within: textOf(main, COLUMNS.within) !== "f",
    tooLong: textOf(main, COLUMNS.tooLong) === "t",
  };
}

/** The columns of the main statement's row. */
const COLUMNS = {
  total: 0,
  page: 1,
  body: 2,
  location: 3,
  headers: 4,
  status: 5,
  within: 6,
  tooLong: 7,
  inserted: 8,
} as const;

function textOf(main: Result, column: number): string | null {
  if (main.bytes !== undefined) return main.bytes(column)?.toString() ?? null;
  return main.rows[0]?.[column] ?? null;
}

function explained(main: Result, { format }: Explain): Executed {
  const lines = main.rows.map(([line]) => line ?? "");
  const body = format === "json" ? lines.join("") : lines.join("\n");
  return {
    total: null,
    page: 1,
    inserted: null,
    body,
    location: null,
    headers: null,
    status: null,
    within: true,
    tooLong: false,
  };
}

function totalOf(
  plan: StatementPlan,
  exact: number | null,
  estimate: Result | null,
  maxRows: number | null,
): number | null {
  if (plan.kind === "mutation" || estimate === null) return exact;
  const planned = plannedRows(estimate.rows[0]?.[0] ?? null);
  if (exact === null) return planned;
  return maxRows === null || exact > maxRows ? Math.max(exact, planned ?? 0) : exact;
}

/** The row estimate of `explain (format json)`. */
function plannedRows(text: string | null): number | null {
  if (text === null) return null;
  const [root]: readonly { readonly Plan?: { readonly "Plan Rows"?: number } }[] = JSON.parse(text);
  return root?.Plan?.["Plan Rows"] ?? null;
}

function keyValues(text: string): readonly (string | null)[] {
  const values: readonly (string | null)[] = JSON.parse(text);
  return values;
}
