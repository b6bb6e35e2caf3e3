import type { Speech } from "../languages/speech.ts";
import type { Procedures, Resources } from "./generated/api-types.ts";
import { type Row, requiredRow, requiredRows } from "./row.ts";

/** A read of the API: its path, and how to parse the response. */
export interface Question<T> {
  readonly path: string;
  /** Whether to request the total number of rows. */
  readonly count: boolean;
  /**
   * @param speech the language for the service's sentences in the value
   * @throws AnswerShapeError
   */
  readonly parse: (body: unknown, speech: Speech) => T;
  /** The public page being visited, in the server's form; the request is then anonymous. */
  readonly visit?: string | undefined;
}

/** The path of a resource. */
export type Resource = keyof Resources;

/** A row of a resource with its selectable extras: a version, for editable resources. */
type Selectable<N extends Resource> = Resources[N] &
  (N extends "logbook" | "stays" | "moorages" | "log_entries" ? { readonly version: string } : unknown);

/** A selectable column of a resource. */
type Column<N extends Resource> = keyof Selectable<N> & string;

type Order<N extends Resource> = `${Column<N>}.${"asc" | "desc"}`;

/** Which rows to read, and which of their columns. */
interface RowsQuery<N extends Resource, C extends Column<N>> {
  readonly columns: readonly C[];
  /** Filters by column, such as `eq.7`; all of them apply. */
  readonly where?: { readonly [F in Column<N>]?: string | readonly string[] | undefined };
  /** Filters of which one must apply, such as `(departed.is.null,departed.gte.2026-08-01)`. */
  readonly or?: string | undefined;
  /** By one column, or by a second where the first is equal. */
  readonly order?: Order<N> | `${Order<N>},${Order<N>}`;
  readonly limit?: number;
  readonly offset?: number;
  readonly count?: boolean;
}

/** Reads rows of a resource, with exactly the requested columns. */
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

/** Reads the object returned by a procedure without arguments. */
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

/** Reads the raw JSON returned by a procedure with arguments. */
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

/**
 * Joins a resource and its query; encodes values, drops undefined ones. Commas and colons may stay as they are (RFC 3986,
 * section 3.4): each answer repeats its address.
 */
function pathOf(
  resource: string,
  query: { readonly [name: string]: string | readonly string[] | undefined },
): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    [value ?? []]
      .flat()
      .map((one) => `${key}=${encodeURIComponent(one).replace(/%2C|%3A/g, decodeURIComponent)}`),
  );
  return parts.length === 0 ? resource : `${resource}?${parts.join("&")}`;
}

/** A filter for text anywhere in a value; wildcards in the text are escaped. */
export function contains(text: string): string {
  return `ilike.*${text.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}*`;
}
