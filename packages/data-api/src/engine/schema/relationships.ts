/**
 * Relationships derived from foreign keys and computed relationships. Views have the keys of the tables they show. Many
 * views on one table make many relationships (a junction between two tables with a hundred views each: twenty
 * thousand), so they are found on demand, per relation.
 */
import type { ComputedRelationshipRow, KeyRow } from "./catalog-rows.ts";
import { groupBy, type Reference, referencesOf, type Table } from "./references.ts";
import { qualified, type Relationship, type Relationships } from "./schema-cache.ts";
import { shownAs, type ViewOfTable, type ViewsByTable } from "./view-keys.ts";

type ForeignKey = Extract<Relationship, { kind: "foreign-key" }>;
type Junction = Extract<Relationship, { kind: "junction" }>;

/** One side of a foreign key: a table, or a view that shows the key's columns. */
interface Side extends Table {
  readonly columns: readonly string[];
  readonly isTable: boolean;
}

/** The basis of relationships. */
export interface RelationshipParts {
  readonly keys: readonly KeyRow[];
  readonly views: ViewsByTable;
  /** By object id. */
  readonly primaryKeys: ReadonlyMap<string, readonly string[]>;
  readonly computed: readonly ComputedRelationshipRow[];
  /** Whether requests can name a relation; only then can it be an end of a relationship. */
  readonly isKnown: (schema: string, relation: string) => boolean;
  /** Schemas whose relations may be junctions. */
  readonly exposed: readonly string[];
}

/** Most relationships cached. */
const MOST_KEPT = 100_000;

/** Most relationships of one relation searched for a hint. */
const MOST_SEARCHED = 500;

/** All relationships by origin, found on demand. */
export function relationshipsOf(parts: RelationshipParts): Relationships {
  const { isKnown, computed } = parts;
  const finder = new Finder(parts);
  const computedFrom = groupBy(computed, (row) => qualified(row.schema, row.relation));
  function* all(schema: string, name: string): Generator<Relationship> {
    if (!isKnown(schema, name)) return;
    for (const one of finder.from(schema, name)) {
      if (isKnown(one.foreignSchema, one.foreignRelation)) yield one;
    }
    for (const row of computedFrom.get(qualified(schema, name)) ?? []) {
      if (isKnown(row.foreign_schema, row.foreign_relation)) yield computedRelationship(row);
    }
  }
  const kept = new Map<string, readonly Relationship[]>();
  let size = 0;
  return {
    from(schema, name) {
      const origin = qualified(schema, name);
      const before = kept.get(origin);
      if (before !== undefined) return before;
      const found = [...all(schema, name)];
      size += found.length;
      if (size > MOST_KEPT) {
        kept.clear();
        size = found.length;
      }
      kept.set(origin, found);
      return found;
    },
    *references(schema, name) {
      for (const one of finder.references(schema, name)) {
        if (isKnown(one.foreignSchema, one.foreignRelation)) yield one;
      }
    },
    origins(isMeant) {
      const has = (schema: string, name: string): boolean => {
        let looked = 0;
        for (const one of all(schema, name)) {
          if (isMeant(one)) return true;
          looked += 1;
          if (looked === MOST_SEARCHED) break;
        }
        return false;
      };
      const others = computed.map(({ schema, relation }) => ({ schema, name: relation }));
      return [...finder.relations(), ...others].flatMap(({ schema, name }) =>
        has(schema, name) ? [name] : [],
      );
    },
  };
}

/** Finds the relationships from foreign keys. */
class Finder {
  readonly #parts: RelationshipParts;
  /** By object id of the referencing and of the referenced table. */
  readonly #from: ReadonlyMap<string, readonly Reference[]>;
  readonly #to: ReadonlyMap<string, readonly Reference[]>;
  /** By object id of a relation: the tables it shows; a table shows itself. */
  readonly #shown: ReadonlyMap<string, ReadonlyMap<string, ViewOfTable | null>>;
  readonly #known: ReadonlyMap<string, Table>;

  constructor(parts: RelationshipParts) {
    this.#parts = parts;
    const references = referencesOf(parts.keys);
    this.#from = groupBy(references, ({ from }) => from.oid);
    this.#to = groupBy(references, ({ to }) => to.oid);
    const shown = new Map<string, Map<string, ViewOfTable | null>>();
    const known = new Map<string, Table>();
    for (const table of references.flatMap(({ from, to }) => [from, to])) {
      known.set(qualified(table.schema, table.name), table);
      shown.set(table.oid, new Map([[table.oid, null]]));
    }
    for (const [table, views] of parts.views) {
      for (const view of views) {
        known.set(qualified(view.schema, view.view), viewAsTable(view));
        const tables = shown.get(view.oid) ?? new Map<string, ViewOfTable | null>();
        shown.set(view.oid, tables.set(table, view));
      }
    }
    this.#shown = shown;
    this.#known = known;
  }

  /** All relations that can be an end of a foreign key. */
  relations(): Iterable<Table> {
    return this.#known.values();
  }

  *references(schema: string, name: string): Generator<ForeignKey> {
    const relation = this.#known.get(qualified(schema, name));
    if (relation !== undefined) yield* this.#held(relation);
  }

  /** First keys that refer to the relation, then its own keys, then junctions. */
  *from(schema: string, name: string): Generator<ForeignKey | Junction> {
    const relation = this.#known.get(qualified(schema, name));
    if (relation === undefined) return;
    for (const held of this.#referring(relation)) yield reversed(held.relationship);
    yield* this.#held(relation);
    yield* this.#junctions(relation);
  }

  /** A relation's own foreign keys, to every relation that shows the referenced columns. */
  *#held(holder: Table): Generator<ForeignKey> {
    for (const [table, view] of this.#shown.get(holder.oid) ?? []) {
      for (const reference of this.#from.get(table) ?? []) {
        for (const side of sidesIn(holder, view, reference.key.columns, reference.key.names)) {
          for (const target of this.#sides(
            reference.to,
            reference.key.foreign_columns,
            reference.key.foreign_names,
          ))
            yield foreignKey(reference, side, target);
        }
      }
    }
  }

  /** Foreign keys that refer to a relation, each with its referencing side. */
  *#referring(target: Table): Generator<{ readonly holder: Side; readonly relationship: ForeignKey }> {
    for (const [table, view] of this.#shown.get(target.oid) ?? []) {
      for (const reference of this.#to.get(table) ?? []) {
        for (const side of sidesIn(
          target,
          view,
          reference.key.foreign_columns,
          reference.key.foreign_names,
        )) {
          for (const holder of this.#sides(reference.from, reference.key.columns, reference.key.names))
            yield { holder, relationship: foreignKey(reference, holder, side) };
        }
      }
    }
  }

  /** Pairs of many-to-one keys of one junction whose columns are all in its primary key. */
  *#junctions(origin: Table): Generator<Junction> {
    for (const { holder, relationship: first } of this.#referring(origin)) {
      // Function results can make relations outside the exposed schemas known, but these must not serve as junctions.
      if (!this.#parts.exposed.includes(holder.schema) || !this.#isOfKey(holder, first)) continue;
      for (const second of this.#held(holder)) {
        if (second.constraint === first.constraint || !this.#isOfKey(holder, second)) continue;
        yield junction(first, second);
      }
    }
  }

  #isOfKey({ oid }: Table, { cardinality, columns }: ForeignKey): boolean {
    const key = this.#parts.primaryKeys.get(oid) ?? [];
    return cardinality === "many-to-one" && columns.every(([column]) => key.includes(column));
  }

  *#sides(table: Table, numbers: readonly number[], names: readonly string[]): Generator<Side> {
    yield { ...table, columns: names, isTable: true };
    for (const view of this.#parts.views.get(table.oid) ?? []) {
      yield* sidesIn(viewAsTable(view), view, numbers, names);
    }
  }
}

function viewAsTable({ oid, schema, view }: ViewOfTable): Table {
  return { oid, schema, name: view };
}

/** How a relation shows a key's columns: as the key's table, or as a view of it. */
function sidesIn(
  relation: Table,
  view: ViewOfTable | null,
  numbers: readonly number[],
  names: readonly string[],
): readonly Side[] {
  if (view === null) return [{ ...relation, columns: names, isTable: true }];
  return shownAs(view, numbers).map((columns) => ({ ...relation, columns, isTable: false }));
}

function foreignKey({ key, cardinality }: Reference, holder: Side, target: Side): ForeignKey {
  return {
    kind: "foreign-key",
    cardinality,
    schema: holder.schema,
    relation: holder.name,
    foreignSchema: target.schema,
    foreignRelation: target.name,
    constraint: key.name,
    columns: holder.columns.map((column, i) => [column, target.columns[i] ?? ""]),
    isParent: false,
    fromTable: holder.isTable,
    toTable: target.isTable,
  };
}

/** The same key from the other side. */
function reversed(held: ForeignKey): ForeignKey {
  return {
    ...held,
    cardinality: held.cardinality === "one-to-one" ? "one-to-one" : "one-to-many",
    schema: held.foreignSchema,
    relation: held.foreignRelation,
    foreignSchema: held.schema,
    foreignRelation: held.relation,
    columns: held.columns.map(([here, there]) => [there, here] as const),
    isParent: true,
    fromTable: held.toTable,
    toTable: held.fromTable,
  };
}

function junction(first: ForeignKey, second: ForeignKey): Junction {
  return {
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
  };
}

function computedRelationship(row: ComputedRelationshipRow): Relationship {
  return {
    kind: "computed",
    cardinality: row.single ? "many-to-one" : "one-to-many",
    schema: row.schema,
    relation: row.relation,
    foreignSchema: row.foreign_schema,
    foreignRelation: row.foreign_relation,
    functionSchema: row.function_schema,
    functionName: row.function_name,
  };
}
