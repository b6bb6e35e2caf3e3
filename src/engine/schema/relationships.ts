/**
 * The ways from one relation to another that foreign keys and computed relationships give. Views take part
 * with the keys of the tables they show.
 */
import type { ComputedRelationshipRow, KeyRow } from "./catalog-rows.ts";
import { qualified, type Relationship } from "./schema-cache.ts";
import { shownAs, type ViewsByTable } from "./view-keys.ts";

type ForeignKey = Extract<Relationship, { kind: "foreign-key" }>;
type Junction = Extract<Relationship, { kind: "junction" }>;

/** One side of a foreign key: a table, or a view that shows the key's columns. */
interface Side {
  readonly oid: string;
  readonly schema: string;
  readonly relation: string;
  readonly columns: readonly string[];
  readonly isTable: boolean;
}

/** A foreign key seen from the side that holds it. */
interface Held {
  /** Object id of that side. */
  readonly oid: string;
  readonly fromTable: boolean;
  readonly relationship: ForeignKey;
}

function sides(table: Side, numbers: readonly number[], views: ViewsByTable): Side[] {
  const shown = (views.get(table.oid) ?? []).flatMap((view) =>
    shownAs(view, numbers).map((columns) => ({
      oid: view.oid,
      schema: view.schema,
      relation: view.view,
      columns,
      isTable: false,
    })),
  );
  return [table, ...shown];
}

/**
 * Whether a primary or unique key of the table covers exactly these columns. PostgREST sees that only where a foreign
 * key names its columns in the table's order, and what it shows as a list otherwise must stay one here.
 */
function isUnique(key: KeyRow, uniqueKeys: ReadonlyMap<string, readonly KeyRow[]>): boolean {
  const isInOrder = key.columns.every((column, i) => i === 0 || column > (key.columns[i - 1] ?? 0));
  if (!isInOrder) return false;
  return (uniqueKeys.get(key.relation) ?? []).some(
    (unique) =>
      unique.columns.length === key.columns.length &&
      unique.columns.every((column) => key.columns.includes(column)),
  );
}

/** Foreign keys from the side that holds them, between all tables and views that show their columns. */
function heldKeys(keys: readonly KeyRow[], views: ViewsByTable): Held[] {
  const uniqueKeys = new Map<string, KeyRow[]>();
  for (const key of keys) {
    if (key.kind !== "f") uniqueKeys.set(key.relation, [...(uniqueKeys.get(key.relation) ?? []), key]);
  }
  const found: Held[] = [];
  for (const key of keys) {
    if (key.kind !== "f" || key.foreign_relation === null) continue;
    if (key.foreign_schema === null || key.foreign_table === null) continue;
    const here = { oid: key.relation, schema: key.schema, relation: key.table, columns: key.names };
    const there = {
      oid: key.foreign_relation,
      schema: key.foreign_schema,
      relation: key.foreign_table,
      columns: key.foreign_names,
    };
    const cardinality = isUnique(key, uniqueKeys) ? "one-to-one" : "many-to-one";
    for (const holder of sides({ ...here, isTable: true }, key.columns, views)) {
      for (const target of sides({ ...there, isTable: true }, key.foreign_columns, views)) {
        found.push({
          oid: holder.oid,
          fromTable: holder.isTable,
          relationship: {
            kind: "foreign-key",
            cardinality,
            schema: holder.schema,
            relation: holder.relation,
            foreignSchema: target.schema,
            foreignRelation: target.relation,
            constraint: key.name,
            columns: holder.columns.map((column, i) => [column, target.columns[i] ?? ""]),
            isParent: false,
            toTable: target.isTable,
          },
        });
      }
    }
  }
  return found;
}

/** The same key seen from the side that it refers to. */
function reversed({ relationship: held, fromTable }: Held): ForeignKey {
  return {
    ...held,
    cardinality: held.cardinality === "one-to-one" ? "one-to-one" : "one-to-many",
    schema: held.foreignSchema,
    relation: held.foreignRelation,
    foreignSchema: held.schema,
    foreignRelation: held.relation,
    columns: held.columns.map(([here, there]) => [there, here] as const),
    isParent: true,
    toTable: fromTable,
  };
}

/** Pairs of many-to-one keys of one junction whose columns are all part of its primary key. */
function junctions(held: readonly Held[], primaryKeys: ReadonlyMap<string, readonly string[]>): Junction[] {
  const byJunction = new Map<string, ForeignKey[]>();
  for (const { oid, relationship } of held) {
    const key = primaryKeys.get(oid) ?? [];
    if (relationship.cardinality !== "many-to-one") continue;
    if (!relationship.columns.every(([column]) => key.includes(column))) continue;
    byJunction.set(oid, [...(byJunction.get(oid) ?? []), relationship]);
  }
  return [...byJunction.values()].flatMap((keys) =>
    keys.flatMap((first) =>
      keys
        .filter((second) => second.constraint !== first.constraint)
        .map(
          (second): Junction => ({
            kind: "junction",
            cardinality: "many-to-many",
            schema: first.foreignSchema,
            relation: first.foreignRelation,
            foreignSchema: second.foreignSchema,
            foreignRelation: second.foreignRelation,
            junctionSchema: first.schema,
            junction: first.relation,
            constraint1: first.constraint,
            constraint2: second.constraint,
            columns1: first.columns.map(([here, there]) => [there, here] as const),
            columns2: second.columns,
          }),
        ),
    ),
  );
}

/**
 * Every relationship by the relation it starts from ({@link qualified}), as far as `isKnown` knows both its ends and
 * the junction between them lies in an exposed schema.
 */
export function relationshipsByOrigin(
  keys: readonly KeyRow[],
  views: ViewsByTable,
  primaryKeys: ReadonlyMap<string, readonly string[]>,
  computed: readonly ComputedRelationshipRow[],
  isKnown: (schema: string, relation: string) => boolean,
  exposed: readonly string[],
): Map<string, readonly Relationship[]> {
  const held = heldKeys(keys, views);
  const all: Relationship[] = [
    ...held.map(reversed),
    ...held.map(({ relationship }) => relationship),
    ...junctions(held, primaryKeys),
    ...computed.map(
      (row): Relationship => ({
        kind: "computed",
        cardinality: row.single ? "many-to-one" : "one-to-many",
        schema: row.schema,
        relation: row.relation,
        foreignSchema: row.foreign_schema,
        foreignRelation: row.foreign_relation,
        functionSchema: row.function_schema,
        functionName: row.function_name,
      }),
    ),
  ];
  const byOrigin = new Map<string, Relationship[]>();
  for (const relationship of all) {
    if (!isKnown(relationship.schema, relationship.relation)) continue;
    if (!isKnown(relationship.foreignSchema, relationship.foreignRelation)) continue;
    // Rows that a function gives away are known too, but nobody may look for others by way of them.
    if (relationship.kind === "junction" && !exposed.includes(relationship.junctionSchema)) continue;
    const origin = qualified(relationship.schema, relationship.relation);
    const list = byOrigin.get(origin);
    if (list === undefined) byOrigin.set(origin, [relationship]);
    else list.push(relationship);
  }
  return byOrigin;
}
