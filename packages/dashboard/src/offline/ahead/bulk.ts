/**
 * Bulk questions: one request whose rows answer many questions of pages. Pure: which requests to send, and how to split
 * their answers so that each is stored under the path by which a page asks.
 */

/** Stands for an id, or for a list of ids, in a path. */
export type Placeholder = "{id}";
const ID: Placeholder = "{id}";

/** Rows whose ids other bulk questions need. */
export type IdList = "logs" | "stays" | "moorages";

/** One request and the questions that its answer contains. */
export interface Bulk {
  readonly path: string;
  /** The ids that the path takes, and how many in one request. */
  readonly of?: { readonly list: IdList; readonly atOnce: number } | undefined;
  /** Whether to request the total number of rows. */
  readonly count?: boolean | undefined;
  /** Whether its rows show by their content that something else about their ids has changed. */
  readonly showsChanges?: boolean | undefined;
  /** Whether to ask only for ids of changed rows, and for those without an answer. */
  readonly onlyChanged?: boolean | undefined;
  /** The list that its first rows make. */
  readonly makes?: { readonly list: IdList; readonly most: number } | undefined;
  /** Without any, the answer is stored as a whole. */
  readonly answers?: readonly Part[] | undefined;
}

/** A question about the rows of a bulk answer. */
export type Part =
  /** Reads the rows as the data API would: columns, `eq` and `not.is.null` filters, order and page. */
  | { readonly path: string; readonly each?: IdList | undefined }
  /** The row with that id, without the id. */
  | { readonly path: string; readonly alone: true }
  /** The rows with the ids from one place in a list to another, which the path names. */
  | { readonly path: string; readonly list: IdList; readonly from: number; readonly to: number };

/** An answer to store. */
export interface Answer {
  readonly path: string;
  readonly body: unknown;
  /** As the header Content-Range. */
  readonly range: string;
}

export type Ids = Readonly<Record<IdList, readonly number[]>>;
type Row = Readonly<Record<string, unknown>>;

/** A path for an id or a list of ids. */
export function pathFor(path: string, ids: readonly number[]): string {
  return path.replaceAll(ID, ids.join(","));
}

/** The rows of an answer; none if it has another shape. */
export function rowsOf(body: unknown): readonly Row[] {
  const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null;
  return Array.isArray(body) ? body.filter(isRow) : [];
}

/**
 * The answers that a bulk answer contains. Left out: those for which it may lack rows, because it was limited.
 * @param path the request's path
 * @param total the total number of rows; null if unknown
 */
export function answersIn(
  bulk: Bulk,
  path: string,
  body: unknown,
  ids: Ids,
  total: number | null,
): readonly Answer[] {
  const rows = rowsOf(body);
  const whole = { path, body, range: `*/${total ?? "*"}` };
  if (bulk.answers === undefined) return [whole];
  const asked = queryOf(path);
  const most = numberIn(asked, "limit");
  const found: Found = {
    rows,
    order: asked.get("order"),
    isLimited: most !== null && rows.length >= most,
    total,
  };
  return bulk.answers.flatMap((part): readonly Answer[] => {
    if ("alone" in part)
      return rows.map(({ id, ...rest }) => ({
        path: pathFor(part.path, [Number(id)]),
        body: rest,
        range: "*/*",
      }));
    if ("list" in part) {
      const wanted = ids[part.list].slice(part.from, part.to);
      const own = rows.filter(({ id }) => wanted.includes(Number(id)));
      return wanted.length === 0 ? [] : [{ path: pathFor(part.path, wanted), body: own, range: "*/*" }];
    }
    const paths =
      part.each === undefined ? [part.path] : ids[part.each].map((id) => pathFor(part.path, [id]));
    return paths.flatMap((one) => answerFrom(found, one) ?? []);
  });
}

/** The rows of a bulk answer, and what is known of the others. */
interface Found {
  readonly rows: readonly Row[];
  readonly order: string | null;
  /** Whether there may be more. */
  readonly isLimited: boolean;
  readonly total: number | null;
}

/** Answers a question from rows; null if rows may be missing. @throws if the question is beyond this evaluator */
function answerFrom({ rows, order, isLimited, total }: Found, path: string): Answer | null {
  const query = queryOf(path);
  const [limit, offset] = [numberIn(query, "limit"), numberIn(query, "offset") ?? 0];
  const filters = [...query].filter(([name]) => !MODIFIERS.includes(name));
  const matching = rows.filter((row) => filters.every(([column, filter]) => passes(row[column], filter)));
  const isOne = query.get("id")?.startsWith("eq.") === true && matching.length === 1;
  const isFirst = query.get("order") === order && limit !== null && matching.length >= offset + limit;
  if (isLimited && !isOne && !isFirst) return null;
  const sorted = query.get("order") === order ? matching : inOrder(matching, query.get("order"));
  const page = sorted.slice(offset, limit === null ? undefined : offset + limit);
  // A page beyond the end is no answer that a page asks for.
  if (page.length === 0 && offset > 0) return null;
  const columns = query.get("select")?.split(",");
  const body = columns === undefined ? page : page.map((row) => picked(row, columns));
  const all = filters.length === 0 ? total : isLimited ? null : matching.length;
  const range = page.length === 0 ? "*" : `${offset}-${offset + page.length - 1}`;
  return { path, body, range: `${range}/${all ?? "*"}` };
}

const MODIFIERS = ["select", "order", "limit", "offset"];

function queryOf(path: string): URLSearchParams {
  return new URL(path, "http://localhost").searchParams;
}

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null ? null : Number(text);
}

function passes(value: unknown, filter: string): boolean {
  if (filter === "not.is.null") return value !== null && value !== undefined;
  if (filter.startsWith("eq.")) return String(value) === filter.slice("eq.".length);
  throw new Error(`cannot filter kept rows by ${filter}`);
}

/** Nulls count as greatest, as in the database. */
function inOrder(rows: readonly Row[], order: string | null): readonly Row[] {
  const [column = "", direction] = order?.split(".") ?? [];
  const sign = direction === "desc" ? -1 : 1;
  return [...rows].sort((a, b) => sign * compared(a[column], b[column]));
}

function compared(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a == null || b == null) return a == null ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : 1;
}

function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
