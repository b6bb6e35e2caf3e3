/** Foreign keys between tables in the catalogue, without views. */
import type { KeyRow } from "./catalog-rows.ts";

/** A foreign key of the catalogue, with the table it refers to. */
export interface Reference {
  readonly key: KeyRow;
  readonly cardinality: "many-to-one" | "one-to-one";
  readonly from: Table;
  readonly to: Table;
}

/** A relation of the catalogue. */
export interface Table {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
}

/** Every foreign key of the catalogue. */
export function referencesOf(keys: readonly KeyRow[]): readonly Reference[] {
  const uniqueKeys = groupBy(
    keys.filter(({ kind }) => kind !== "f"),
    ({ relation }) => relation,
  );
  return keys.flatMap((key): Reference[] => {
    const { kind, foreign_relation: oid, foreign_schema: schema, foreign_table: name } = key;
    if (kind !== "f" || oid === null || schema === null || name === null) return [];
    const from = { oid: key.relation, schema: key.schema, name: key.table };
    const cardinality = isUnique(key, uniqueKeys) ? "one-to-one" : "many-to-one";
    return [{ key, cardinality, from, to: { oid, schema, name } }];
  });
}

/** Whether a primary or unique key of the table covers exactly these columns, in any order. */
function isUnique(key: KeyRow, uniqueKeys: ReadonlyMap<string, readonly KeyRow[]>): boolean {
  return (uniqueKeys.get(key.relation) ?? []).some(
    (unique) =>
      unique.columns.length === key.columns.length &&
      unique.columns.every((column) => key.columns.includes(column)),
  );
}

/** Groups a list by key. */
export function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
