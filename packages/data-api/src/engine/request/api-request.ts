/**
 * The request before anything is known about the database: the first of its four stages. Plain data, produced by the
 * parsers in this folder and consumed by `plan/`.
 */

import type { JsonValue } from "../handlers.ts";

/** The engine's input: one HTTP request without its socket. Header names are lower case. */
export interface HttpInput {
  readonly method: string;
  /** The path as sent, not decoded, from its first slash, without the query. */
  readonly path: string;
  /** What stood before the path as the client sent it, such as `/v2`; absent if nothing did. */
  readonly prefix?: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body after content decoding; empty if there is none. */
  readonly body: Buffer;
}

/** One step of a JSON path: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  /** `json` for `->`, `text` for `->>`. */
  readonly as: "json" | "text";
  /** An object key, or an array index (negative counts from the end). */
  readonly key: string | number;
}

/** A column, or a path inside it. */
export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type Aggregate = "sum" | "avg" | "count" | "max" | "min";

export type SelectItem =
  | { readonly kind: "star" }
  | {
      readonly kind: "column";
      readonly field: Field;
      readonly alias?: string;
      readonly cast?: string;
      readonly aggregate?: { readonly name: Aggregate; readonly cast?: string };
    }
  /** `count()` without a column. */
  | { readonly kind: "count"; readonly alias?: string; readonly cast?: string }
  | {
      readonly kind: "embed";
      readonly relation: string;
      readonly alias?: string;
      readonly hint?: string;
      readonly join?: "inner" | "left";
      /** `...relation(columns)`: the columns become the parent's. */
      readonly spread: boolean;
      readonly items: readonly SelectItem[];
    };

/** Operators that take one value and may be quantified with `(any)` or `(all)`. */
export type QuantOperator = "eq" | "gte" | "gt" | "lte" | "lt" | "like" | "ilike" | "match" | "imatch";
export type SimpleOperator = "neq" | "cs" | "cd" | "ov" | "sl" | "sr" | "nxr" | "nxl" | "adj" | "isdistinct";
export type FtsOperator = "fts" | "plfts" | "phfts" | "wfts";

export type Operation =
  | {
      readonly kind: "quant";
      readonly operator: QuantOperator;
      readonly quantifier?: "any" | "all";
      readonly value: string;
    }
  | { readonly kind: "simple"; readonly operator: SimpleOperator; readonly value: string }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly value: "null" | "not_null" | "true" | "false" | "unknown" }
  | {
      readonly kind: "fts";
      readonly operator: FtsOperator;
      readonly language?: string;
      readonly value: string;
    };

export interface Filter {
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

/** A tree of conditions: a filter is a leaf. */
export type Condition =
  | { readonly kind: "filter"; readonly filter: Filter }
  | {
      readonly kind: "and" | "or";
      readonly negated: boolean;
      readonly conditions: readonly Condition[];
    };

export interface OrderTerm {
  readonly field: Field;
  /** `order=rel(col)`: the embedded to-one relation that the column belongs to. */
  readonly relation?: string;
  readonly direction?: "asc" | "desc";
  readonly nulls?: "first" | "last";
}

/** The requested rows: from `offset`, at most `limit` (null: all). */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/** A value for one level of embedding; an empty path is the root. */
export interface At<T> {
  readonly path: readonly string[];
  readonly value: T;
}

export interface Preferences {
  readonly resolution?: "merge-duplicates" | "ignore-duplicates";
  readonly return?: "minimal" | "headers-only" | "representation";
  readonly parameters?: "single-object";
  readonly count?: "exact" | "planned" | "estimated";
  readonly transaction?: "commit" | "rollback";
  readonly missing?: "default" | "null";
  readonly handling?: "strict" | "lenient";
  readonly timezone?: string;
  readonly maxAffected?: number;
  /** Unknown preferences, verbatim, in order. */
  readonly invalid: readonly string[];
}

/** The parsed query string. */
export interface Query {
  readonly select: readonly SelectItem[];
  /** Conditions by embed path, each ANDed with the others at its level. */
  readonly conditions: readonly At<Condition>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  /** `limit` and `offset` (and, at the root, `Range`) by embed path. */
  readonly ranges: ReadonlyMap<string, RowRange>;
  /** `columns=`; null if absent. */
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /**
   * The arguments of a procedure called by GET: all parameters that are neither reserved (`select`, `order` …) nor
   * filters, in order.
   */
  readonly arguments: readonly (readonly [string, string])[];
}

/**
 * A level's key in {@link Query.ranges}: each name of its path after a character that no name contains; the root is
 * `""`.
 */
export function levelKey(path: readonly string[]): string {
  return path.map((name) => `\0${name}`).join("");
}

/** The path of a {@link levelKey}. */
export function levelPath(key: string): readonly string[] {
  return key.split("\0").slice(1);
}

/** A body, parsed according to its media type. */
export type Payload =
  /** JSON as received; `keys` are the keys of every object, or those of `columns=`. */
  | {
      readonly kind: "json";
      readonly text: string;
      readonly isArray: boolean;
      readonly count: number;
      readonly keys: readonly string[];
      /** The rows as received, if a handler judges them one by one; otherwise null, and all rows have the same keys. */
      readonly elements: readonly JsonValue[] | null;
    }
  /** `application/x-www-form-urlencoded` or the query of a GET on a procedure. */
  | { readonly kind: "parameters"; readonly parameters: readonly (readonly [string, string])[] }
  /** A single unnamed parameter's raw value. */
  | { readonly kind: "raw"; readonly mediaType: string; readonly bytes: Buffer };

export type Target =
  | { readonly kind: "root" }
  | { readonly kind: "relation"; readonly name: string }
  | { readonly kind: "routine"; readonly name: string };

export type Action =
  | { readonly kind: "inspect" }
  | { readonly kind: "read" }
  | { readonly kind: "create" }
  | { readonly kind: "upsert-one" }
  | { readonly kind: "update" }
  | { readonly kind: "delete" }
  | { readonly kind: "call"; readonly by: "get" | "post" }
  | { readonly kind: "info" };

/** A media type of a request or an answer. */
export interface MediaType {
  /** `application/json`, `application/vnd.pgrst.object+json` … without parameters, lower case. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A request without its body and without the headers that only SQL code reads. */
export interface RequestHead {
  readonly action: Action;
  readonly target: Target;
  readonly schema: string;
  /** Whether the answer names the schema (`Content-Profile`). */
  readonly profiled: boolean;
  /** HEAD: the answer has no body. */
  readonly headersOnly: boolean;
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly preferences: Preferences;
  /** Acceptable media types, best first. */
  readonly accept: readonly MediaType[];
}

export interface ApiRequest extends RequestHead {
  /** The query sorted by key and encoded again, for `Content-Location`. */
  readonly canonical: string;
  readonly payload: Payload | null;
  /** All but the cookies, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}
