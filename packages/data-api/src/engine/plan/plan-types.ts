/**
 * The request resolved against this database: the second of its four stages. Names are resolved, relationships chosen,
 * and conditions placed on their levels. Plain data; `query/` turns it into SQL.
 */
import type { Aggregate, JsonStep, MediaType, Operation, RowRange } from "../request/api-request.ts";
import type { MediaHandler, Parameter, Relationship, Routine } from "../schema/schema-cache.ts";

/** A function that converts a domain's value to or from its wire form. */
export interface Converter {
  readonly schema: string;
  readonly name: string;
}

/** A column of a node, or a path inside it. */
export interface PlanField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  /** Not known to be JSON: convert it before following the path. */
  readonly wrapped: boolean;
  /** The declared base type; null if the column is not in the catalogue (computed ones). */
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
      /** Converts the column's value for the answer, e.g. a number to a colour. */
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
      /** Whether full-text search makes a document of the column. */
      readonly isDocument: boolean;
      /** Parses the operand's text as the column's domain. */
      readonly converter: Converter | null;
    }
  /** Whether `embeds[index]` has rows. */
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
  /** Whether the name is that of an output which is spread from there, rather than of a column. */
  readonly spread: boolean;
  readonly direction: "asc" | "desc" | null;
  readonly nulls: "first" | "last" | null;
}

/** Where a node's rows come from. */
export type Source =
  | { readonly kind: "relation"; readonly schema: string; readonly name: string }
  /** The rows returned by a write or a call, named after their relation or type. */
  | {
      readonly kind: "result";
      readonly name: string;
      readonly rowType: RowType | null;
      /** The columns may differ from the relation's in number and order: `*` must name them. */
      readonly narrowed: boolean;
    };

/** The relation whose row type is the argument of a computed field or relationship. */
export interface RowType {
  readonly schema: string;
  readonly name: string;
  /** In the order of the row type. */
  readonly columns: readonly string[];
}

/** A relation to read, with all clauses of this level. */
export interface ReadNode {
  readonly kind: "read";
  readonly source: Source;
  /** The alias of this level's rows in the statement; unique along every path of embeds. */
  readonly alias: string;
  readonly outputs: readonly Output[];
  readonly embeds: readonly EmbedNode[];
  readonly conditions: readonly PlanCondition[];
  readonly order: readonly PlanOrder[];
  readonly range: RowRange;
  /** Whether the rows are grouped, because an output is an aggregate. */
  readonly grouped: boolean;
}

/** A node within another. */
export interface EmbedNode {
  readonly kind: "embed";
  /** The key of its value in the parent's rows. */
  readonly name: string;
  /** Whether the request chose the name. */
  readonly aliased: boolean;
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly inner: boolean;
  readonly spread: boolean;
  /** `relation()`: joined but not shown. */
  readonly hidden: boolean;
  /** Most bytes of a list; null: no limit. */
  readonly byteLimit: number | null;
  readonly node: ReadNode;
}

/** A column that a write fills. */
export interface WriteColumn {
  readonly name: string;
  /** The type to parse the value's JSON as. */
  readonly type: string;
  /** The default expression for missing values; null: NULL. */
  readonly default: string | null;
  /** Parses the value's JSON as the column's domain. */
  readonly converter: Converter | null;
}

/** What a write returns to the rest of the statement. */
export type Returning =
  | { readonly kind: "nothing" }
  | { readonly kind: "columns"; readonly names: readonly string[] }
  /** Every column of a relation that is not in the catalogue. */
  | { readonly kind: "row" };

/** The rows to write: a JSON array as text, and the number of its objects. */
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
  /** Any column, for rows with only defaults. */
  readonly anyColumn: string | null;
  readonly conflict: { readonly columns: readonly string[]; readonly resolution: "merge" | "ignore" } | null;
  /** Whether to count the rows that were there already, so that the answer tells whether any is new. */
  readonly countsMerged: boolean;
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

/** A write limited to a range of rows in an order. */
export interface Limited {
  readonly order: readonly PlanOrder[];
  readonly range: RowRange;
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan;

/** A call's arguments. */
export type CallArguments =
  /** The text of a JSON object, or of an array whose first object counts; `given` are the parameters that it names. */
  | {
      readonly kind: "named";
      readonly text: string;
      readonly isArray: boolean;
      readonly given: readonly Parameter[];
    }
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
      /** `output`: as the output function of its type writes it. */
      readonly as: "bytes" | "text" | "xml" | "output";
      /** The column; null for a scalar result. */
      readonly column: string | null;
      readonly type: string | null;
    }
  /** An aggregate of the database builds the body. */
  | { readonly kind: "handler"; readonly handler: MediaHandler; readonly as: "text" | "output" }
  /** No body. */
  | { readonly kind: "none" };

/** The media type of the answer, and how to build the body. */
export interface Answer {
  readonly mediaType: MediaType;
  readonly body: BodyForm;
  /** Set if the execution plan is requested instead; {@link mediaType} is then the plan's. */
  readonly explain: Explain | null;
}

export interface Explain {
  readonly format: "text" | "json";
  readonly options: readonly ("analyze" | "verbose" | "settings" | "buffers" | "wal")[];
}

/**
 * How to find the total: not at all; by counting; by the planner's estimate; by counting up to the maximum number of
 * rows, beyond that by estimate; or by counting to a bit past the page (`bounded`).
 */
export type Counting = "none" | "exact" | "planned" | "estimated" | "bounded";

/** What the plans of all statements have. */
interface Answered {
  /** Most rows of the answer, embedded ones included; null: no limit. */
  readonly rowLimit: number | null;
  /** Most bytes of the answer; null: as many as can be sent. */
  readonly byteLimit: number | null;
  /** Warnings for the answer, about the request. */
  readonly warnings: readonly string[];
  readonly answer: Answer;
}

export interface ReadPlan extends Answered {
  readonly kind: "read";
  readonly node: ReadNode;
  readonly counting: Counting;
}

export interface MutationPlan extends Answered {
  readonly kind: "mutation";
  readonly action: "create" | "upsert-one" | "update" | "delete";
  readonly write: WritePlan;
  /** The shape of the answer's rows; null if none are returned. */
  readonly node: ReadNode | null;
  /** The primary key columns for `Location`; empty if it was not requested or there is no key. */
  readonly location: readonly string[];
}

export interface RoutinePlan extends Answered {
  readonly kind: "routine";
  readonly call: CallPlan;
  /** The shape of the answer's rows. */
  readonly node: ReadNode;
  readonly counting: Counting;
  readonly readOnly: boolean;
  /** Called by GET: a procedure that writes is refused. */
  readonly safe: boolean;
}

/** Everything that runs in the request's transaction. */
export type StatementPlan = ReadPlan | MutationPlan | RoutinePlan;

export type Plan =
  | StatementPlan
  /** The API's own description. */
  | { readonly kind: "inspect"; readonly schema: string; readonly answer: Answer }
  /** The methods that the target supports. */
  | { readonly kind: "info"; readonly allow: readonly string[] };
