/**
 * What a request means for this database: the second of the four values that a request becomes. Names are
 * resolved, relationships chosen, conditions stand where they act. Frozen plain data; `query/` turns it to SQL.
 */
import type { Aggregate, JsonStep, MediaType, Operation, RowRange } from "../request/api-request.ts";
import type { MediaHandler, Parameter, Relationship, Routine } from "../schema/schema-cache.ts";

/** A function that turns a value of a domain to or from its form on the wire. */
export interface Converter {
  readonly schema: string;
  readonly name: string;
}

/** A column of a node, possibly a place inside it. */
export interface PlanField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  /** Of no JSON type, as far as is known: made JSON before the path is followed. */
  readonly wrapped: boolean;
  /** The declared base type; null when the catalogue does not know the column (computed ones). */
  readonly type: string | null;
}

/** One column of a node's result. */
export type Output =
  | { readonly kind: "star" }
  | {
      readonly kind: "column";
      readonly field: PlanField;
      readonly name: string;
      readonly cast: string | null;
      readonly aggregate: { readonly name: Aggregate; readonly cast: string | null } | null;
      /** Makes the column's value what is shown, e.g. a colour of a number. */
      readonly converter: Converter | null;
    }
  | { readonly kind: "count"; readonly name: string; readonly cast: string | null }
  /** The result of `embeds[index]`: one value, or its columns when spread. */
  | { readonly kind: "embed"; readonly index: number };

/** A tree of conditions on one node. */
export type PlanCondition =
  | {
      readonly kind: "compare";
      readonly field: PlanField;
      readonly negated: boolean;
      readonly operation: Operation;
      /** Reads the text of the operand as the column's domain. */
      readonly converter: Converter | null;
    }
  /** Whether `embeds[index]` found anything. */
  | { readonly kind: "embedded"; readonly index: number; readonly exists: boolean }
  | {
      readonly kind: "and" | "or";
      readonly negated: boolean;
      readonly conditions: readonly PlanCondition[];
    };

export interface PlanOrder {
  readonly field: PlanField;
  /** The to-one embed that the column belongs to; null for a column of the node itself. */
  readonly embed: number | null;
  readonly direction: "asc" | "desc" | null;
  readonly nulls: "first" | "last" | null;
}

/** Where a node's rows come from. */
export type Source =
  | { readonly kind: "relation"; readonly schema: string; readonly name: string }
  /** The rows that a write or a call gave, under the name of what they are. */
  | {
      readonly kind: "result";
      readonly name: string;
      readonly rowType: RowType | null;
      /** Other columns may be there than the relation has, in any order: `*` must name them. */
      readonly narrowed: boolean;
    };

/** The relation whose row type a computed field or relationship takes. */
export interface RowType {
  readonly schema: string;
  readonly name: string;
  /** In order: a row of the type is made of them. */
  readonly columns: readonly string[];
}

/** A relation to be read, with everything said of this level. */
export interface ReadNode {
  readonly kind: "read";
  readonly source: Source;
  /** The name of this level's rows within the statement; unique along every path of embeds. */
  readonly alias: string;
  readonly outputs: readonly Output[];
  readonly embeds: readonly EmbedNode[];
  readonly conditions: readonly PlanCondition[];
  readonly order: readonly PlanOrder[];
  readonly range: RowRange;
  /** Some output is an aggregate: the others are what is grouped by. */
  readonly grouped: boolean;
}

/** A node within another. */
export interface EmbedNode {
  readonly kind: "embed";
  /** The key of its value in the parent's rows. */
  readonly name: string;
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly inner: boolean;
  readonly spread: boolean;
  /** `relation()`: joined, but shown nowhere. */
  readonly hidden: boolean;
  readonly node: ReadNode;
}

/** A column that a write fills. */
export interface WriteColumn {
  readonly name: string;
  /** The type that the value's JSON is read as. */
  readonly type: string;
  /** The catalogue's default expression, where missing values take it; null: they become NULL. */
  readonly default: string | null;
  /** Reads the value's JSON as the column's domain. */
  readonly converter: Converter | null;
}

/** What a write gives back to the rest of the statement. */
export type Returning =
  | { readonly kind: "nothing" }
  | { readonly kind: "columns"; readonly names: readonly string[] }
  /** Every column of a relation that the catalogue does not know. */
  | { readonly kind: "row" };

/** Rows of JSON to write: one JSON array, and how many objects it holds. */
export interface Rows {
  readonly text: string;
  readonly count: number;
}

export interface InsertPlan {
  readonly kind: "insert";
  readonly schema: string;
  readonly relation: string;
  readonly rows: Rows;
  readonly columns: readonly WriteColumn[];
  /** Any column, for rows that consist of defaults only. */
  readonly anyColumn: string | null;
  readonly conflict: { readonly columns: readonly string[]; readonly resolution: "merge" | "ignore" } | null;
  /** PUT: the row's key must be the one in the URL. */
  readonly conditions: readonly PlanCondition[];
  readonly returning: Returning;
}

export interface UpdatePlan {
  readonly kind: "update";
  readonly schema: string;
  readonly relation: string;
  readonly rows: Rows;
  readonly columns: readonly WriteColumn[];
  readonly conditions: readonly PlanCondition[];
  readonly limited: Limited | null;
  readonly returning: Returning;
}

export interface DeletePlan {
  readonly kind: "delete";
  readonly schema: string;
  readonly relation: string;
  readonly conditions: readonly PlanCondition[];
  readonly limited: Limited | null;
  readonly returning: Returning;
}

/** A write of the first rows of an order; the ordering columns tell which rows they are. */
export interface Limited {
  readonly order: readonly PlanOrder[];
  readonly range: RowRange;
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan;

/** A call's arguments. */
export type CallArguments =
  /** An object's text; `given` are the parameters that it names. */
  | { readonly kind: "named"; readonly text: string; readonly given: readonly Parameter[] }
  | { readonly kind: "raw"; readonly type: string; readonly value: string | Buffer; readonly name: string }
  | { readonly kind: "none" };

export interface CallPlan {
  readonly kind: "call";
  readonly routine: Routine;
  readonly arguments: CallArguments;
}

/** How rows become the body. */
export type BodyForm =
  | { readonly kind: "json array"; readonly stripped: boolean }
  | { readonly kind: "json object"; readonly stripped: boolean }
  | { readonly kind: "csv" }
  | { readonly kind: "geojson" }
  /** The bare value of the only column. */
  | {
      readonly kind: "value";
      readonly as: "bytes" | "text" | "xml";
      /** The column; null for a scalar result. */
      readonly column: string | null;
      readonly type: string | null;
    }
  /** An aggregate of the database makes it. */
  | { readonly kind: "handler"; readonly handler: MediaHandler }
  /** No body at all. */
  | { readonly kind: "none" };

/** The media type to answer with, and how the body is made. */
export interface Answer {
  readonly mediaType: MediaType;
  readonly body: BodyForm;
  /** The plan is asked for instead of the answer; its media type is {@link mediaType}. */
  readonly explain: Explain | null;
}

export interface Explain {
  readonly format: "text" | "json";
  readonly options: readonly ("analyze" | "verbose" | "settings" | "buffers" | "wal")[];
}

/**
 * How the total is found: not at all, by counting, by the planner's estimate, by counting up to the maximum of rows and
 * the planner's estimate beyond, or by counting as far as the page reaches and a bit further (`bounded`).
 */
export type Counting = "none" | "exact" | "planned" | "estimated" | "bounded";

export interface ReadPlan {
  readonly kind: "read";
  /** Most rows of the answer, embedded ones included; null: no limit. */
  readonly rowLimit: number | null;
  readonly node: ReadNode;
  readonly answer: Answer;
  readonly counting: Counting;
}

export interface MutationPlan {
  readonly kind: "mutation";
  /** Most rows of the answer, embedded ones included; null: no limit. */
  readonly rowLimit: number | null;
  readonly action: "create" | "upsert-one" | "update" | "delete";
  readonly write: WritePlan;
  /** The shape of the answer's rows; null when none are answered. */
  readonly node: ReadNode | null;
  /** Columns of the primary key that `Location` is made of; empty when it is not wanted or cannot be. */
  readonly location: readonly string[];
  readonly answer: Answer;
}

export interface RoutinePlan {
  readonly kind: "routine";
  /** Most rows of the answer, embedded ones included; null: no limit. */
  readonly rowLimit: number | null;
  readonly call: CallPlan;
  /** The shape of the answer's rows. */
  readonly node: ReadNode;
  readonly answer: Answer;
  readonly counting: Counting;
  readonly readOnly: boolean;
  /** GET: a procedure that writes is refused. */
  readonly safe: boolean;
}

/** Everything that runs in the request's transaction. */
export type StatementPlan = ReadPlan | MutationPlan | RoutinePlan;

export type Plan =
  | StatementPlan
  /** The API's own description. */
  | { readonly kind: "inspect"; readonly schema: string; readonly answer: Answer }
  /** What methods the target has. */
  | { readonly kind: "info"; readonly allow: readonly string[] };
