import type { Speech } from "../languages/speech.ts";
import type { Procedures, Resources } from "./generated/api-types.ts";
import { type Row, requiredRow, requiredRows } from "./row.ts";

/** One read of the API: its address, and how the body of its answer becomes a value. */
export interface Question<T> {
  readonly path: string;
  /** Whether to ask how many rows there are in all. */
  readonly count: boolean;
  /**
   * @param speech the language of the value, where it holds sentences of the service
   * @throws AnswerShapeError
   */
  readonly parse: (body: unknown, speech: Speech) => T;
  /** The public page that a visitor looks at, as the server wants it; the question is then asked as by a stranger. */
  readonly visit?: string | undefined;
}

/** The path of a resource. */
export type Resource = keyof Resources;

/** A row of a resource, with what may be selected of it besides its columns: a version, of those that people write. */
type Selectable<N extends Resource> = Resources[N] &
  (N extends "logbook" | "stays" | "moorages" | "log_entries" ? { readonly version: string } : unknown);

/** What may be selected of a resource. */
type Column<N extends Resource> = keyof Selectable<N> & string;

/** Which rows to read, and which of their columns. */
interface RowsQuery<N extends Resource, C extends Column<N>> {
  readonly columns: readonly C[];
  /** Filters by column, such as `eq.7`; all of them apply. */
  readonly where?: { readonly [F in Column<N>]?: string | readonly string[] | undefined };
  /** Filters of which one must apply, such as `(departed.is.null,departed.gte.2026-08-01)`. */
  readonly or?: string | undefined;
  readonly order?: `${Column<N>}.${"asc" | "desc"}`;
  readonly limit?: number;
  readonly offset?: number;
  readonly count?: boolean;
}

/** A question for rows of a resource, which are read with the columns that were asked for and no others. */
export function rowsQuestion<N extends Resource, C extends Column<N>, T>(
  resource: N,
  { columns, where = {}, or, order, limit, offset = 0, count = false }: RowsQuery<N, C>,
  read: (rows: readonly Row<Pick<Selectable<N>, C>>[], speech: Speech) => T,
): Question<T> {
  return {
    path: pathOf(`/${resource}`, {
      select: columns.join(","),
      order,
      limit: limit?.toString(),
      offset: offset === 0 ? undefined : offset.toString(),
      or,
      ...where,
    }),
    count,
    parse: (body, speech) => read(requiredRows<Pick<Selectable<N>, C>>(body, `rows of ${resource}`), speech),
  };
}

/** A procedure that can be called without arguments. */
type Plain = {
  [N in keyof Procedures]: Record<string, never> extends Procedures[N]["arguments"] ? N : never;
}[keyof Procedures];

/** A question that a procedure without arguments answers with an object. */
export function procedureQuestion<N extends Plain, T>(
  procedure: N,
  read: (result: Row<Procedures[N]["result"]>, speech: Speech) => T,
): Question<T> {
  return {
    path: `/rpc/${procedure}`,
    count: false,
    parse: (body, speech) =>
      read(requiredRow<Procedures[N]["result"]>(body, `the answer of ${procedure}`), speech),
  };
}

/** A question that a procedure with arguments answers, whose answer is read as it comes. */
export function jsonQuestion<N extends keyof Procedures, T>(
  procedure: N,
  args: { readonly [A in keyof Procedures[N]["arguments"] & string]?: string | undefined },
  read: (body: unknown, speech: Speech) => T,
  columns?: readonly string[],
): Question<T> {
  return {
    path: pathOf(`/rpc/${procedure}`, { ...args, select: columns?.join(",") }),
    count: false,
    parse: read,
  };
}

/** Joins a resource and its query; values are encoded, undefined ones left out. */
function pathOf(
  resource: string,
  query: { readonly [name: string]: string | readonly string[] | undefined },
): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    [value ?? []].flat().map((one) => `${key}=${encodeURIComponent(one)}`),
  );
  return parts.length === 0 ? resource : `${resource}?${parts.join("&")}`;
}

/** A filter that finds the text anywhere in a value; characters that have a meaning in patterns are taken literally. */
export function contains(text: string): string {
  return `ilike.*${text.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}*`;
}
