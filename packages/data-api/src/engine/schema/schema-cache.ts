/**
 * The engine's copy of the catalogue: the tables, views, functions and relationships of the exposed schemas. Read once
 * by `schema/load.ts`, replaced as a whole when the schema changes, never changed in place.
 */

export interface Column {
  readonly name: string;
  /** The type as `format_type` writes it, domains resolved to their base: `integer`, `geometry(Point,4326)`. */
  readonly type: string;
  /** The type to cast to, schema-qualified if needed; the domain itself if the column has one. */
  readonly nominalType: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly maxLength: number | null;
  readonly enum: readonly string[];
  readonly description: string | null;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: "table" | "view" | "materialized view" | "foreign table" | "partitioned table";
  readonly description: string | null;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  /** Whether row security, a view's query or a foreign server may hide rows from some callers. */
  readonly hidesRows: boolean;
  /** Columns in order. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
}

/** A relationship between two relations. Column pairs are `[this side, other side]`. */
export type Relationship =
  | {
      readonly kind: "foreign-key";
      readonly cardinality: "many-to-one" | "one-to-many" | "one-to-one";
      readonly schema: string;
      readonly relation: string;
      readonly foreignSchema: string;
      readonly foreignRelation: string;
      readonly constraint: string;
      readonly columns: readonly (readonly [string, string])[];
      /** Whether the key refers to this side. */
      readonly isParent: boolean;
      /** Whether this side is a table, not a view. */
      readonly fromTable: boolean;
      /** Whether the other side is a table, so that the name of the constraint or a column may also select it. */
      readonly toTable: boolean;
    }
  | {
      readonly kind: "junction";
      readonly cardinality: "many-to-many";
      readonly schema: string;
      readonly relation: string;
      readonly foreignSchema: string;
      readonly foreignRelation: string;
      readonly junctionSchema: string;
      readonly junction: string;
      readonly constraint1: string;
      readonly constraint2: string;
      /** `[relation column, junction column]`. */
      readonly columns1: readonly (readonly [string, string])[];
      /** `[junction column, foreign column]`. */
      readonly columns2: readonly (readonly [string, string])[];
    }
  | {
      readonly kind: "computed";
      readonly cardinality: "many-to-one" | "one-to-many";
      readonly schema: string;
      readonly relation: string;
      readonly foreignSchema: string;
      readonly foreignRelation: string;
      readonly functionSchema: string;
      readonly functionName: string;
    };

/** The relationships of all relations. */
export interface Relationships {
  /** Relationships with this origin. */
  from(schema: string, name: string): readonly Relationship[];
  /** The relation's own foreign keys. */
  references(schema: string, name: string): Iterable<Extract<Relationship, { kind: "foreign-key" }>>;
  /** The names of the relations from which a matching relationship starts. */
  origins(isMeant: (one: Relationship) => boolean): readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export type RoutineResult =
  | { readonly kind: "void" }
  /** `type` is schema-qualified; `composite` rows become objects; `relation` names the table whose row type it is. */
  | {
      readonly kind: "scalar" | "set of scalar" | "composite" | "set of composite";
      readonly type: string;
      readonly relation: { readonly schema: string; readonly name: string } | null;
    };

export interface Routine {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly description: string | null;
  readonly parameters: readonly Parameter[];
  readonly hasVariadic: boolean;
  readonly result: RoutineResult;
  readonly volatility: "volatile" | "stable" | "immutable";
  /** `set` clauses of the function that must hold for the whole transaction, e.g. `statement_timeout`. */
  readonly settings: readonly (readonly [string, string])[];
}

/** A media type produced by the database (a domain with its name), and the function that does so. */
export interface MediaHandler {
  readonly mediaType: string;
  /** The relation it serves, or null for any (an aggregate over anyelement). */
  readonly relation: { readonly schema: string; readonly name: string } | null;
  readonly functionSchema: string;
  readonly functionName: string;
}

/** A cast function of a domain, which converts a value between the wire and the column. */
export interface DataRepresentation {
  readonly from: string;
  readonly to: string;
  readonly functionSchema: string;
  readonly functionName: string;
}

export interface SchemaCache {
  /** Keyed by {@link qualified}. */
  readonly relations: ReadonlyMap<string, Relation>;
  /** Every overload, keyed by {@link qualified}. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  readonly relationships: Relationships;
  readonly mediaHandlers: readonly MediaHandler[];
  readonly representations: readonly DataRepresentation[];
  readonly timezones: ReadonlySet<string>;
  /** Settings of roles (`alter role … set`), by role. */
  readonly roleSettings: ReadonlyMap<string, readonly (readonly [string, string])[]>;
  readonly schemaDescriptions: ReadonlyMap<string, string>;
  readonly serverVersion: number;
  readonly postgis: boolean;
}

/** The key of a relation or routine in the cache's maps. */
export function qualified(schema: string, name: string): string {
  return `${schema}\u0000${name}`;
}
