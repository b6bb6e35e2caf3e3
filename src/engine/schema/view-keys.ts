/** What views inherit of the tables they stand on: their columns, followed down chains of views, and keys. */
import type { KeyRow, ViewRow } from "./catalog-rows.ts";
import { columnOrigins } from "./view-query.ts";

/** A view that shows columns of one table. */
export interface ViewOfTable {
  readonly schema: string;
  readonly view: string;
  readonly oid: string;
  /** By number of the table's column: the names under which the view shows it, in alphabetical order. */
  readonly columns: ReadonlyMap<number, readonly string[]>;
}

/** By object id of a table: the views that show its columns, directly or through other views. */
export type ViewsByTable = ReadonlyMap<string, readonly ViewOfTable[]>;

interface Origin {
  readonly relation: string;
  readonly column: number;
}

/** Follows every view's columns down to tables. */
export function viewsByTable(views: readonly ViewRow[]): ViewsByTable {
  const direct = new Map<string, ReadonlyMap<number, Origin>>();
  for (const view of views) {
    const origins = columnOrigins(view.query).map(
      (origin) => [origin.column, { relation: origin.relation, column: origin.relationColumn }] as const,
    );
    direct.set(view.oid, new Map(origins));
  }
  const follow = (origin: Origin | undefined): Origin | undefined => {
    let at = origin;
    // Views cannot stand on themselves, so this ends.
    while (at !== undefined) {
      const next = direct.get(at.relation);
      if (next === undefined) return at;
      at = next.get(at.column);
    }
    return undefined;
  };
  const byTable = new Map<string, ViewOfTable[]>();
  for (const view of views) {
    const tables = new Map<string, Map<number, string[]>>();
    for (const column of view.columns) {
      const origin = follow({ relation: view.oid, column: column.number });
      if (origin === undefined) continue;
      const shown = tables.get(origin.relation) ?? new Map<number, string[]>();
      tables.set(origin.relation, shown);
      shown.set(origin.column, [...(shown.get(origin.column) ?? []), column.name].sort());
    }
    for (const [table, columns] of tables) {
      const entry = { schema: view.schema, view: view.name, oid: view.oid, columns };
      byTable.set(table, [...(byTable.get(table) ?? []), entry]);
    }
  }
  return byTable;
}

/** How a view shows a list of a table's columns: one name each, in every combination; none where one is hidden. */
export function shownAs(view: ViewOfTable, columns: readonly number[]): string[][] {
  let combinations: string[][] = [[]];
  for (const column of columns) {
    const names = view.columns.get(column) ?? [];
    combinations = combinations.flatMap((begun) => names.map((name) => [...begun, name]));
  }
  return combinations;
}

/**
 * Primary keys by object id of table or view. A view has those of all tables whose whole key it shows, as the
 * first columns that show them.
 */
export function primaryKeys(keys: readonly KeyRow[], views: ViewsByTable): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const key of keys) {
    if (key.kind !== "p") continue;
    found.set(key.relation, key.names);
    for (const view of views.get(key.relation) ?? []) {
      const names = shownAs(view, key.columns)[0] ?? [];
      const before = found.get(view.oid) ?? [];
      found.set(view.oid, [...before, ...names.filter((name) => !before.includes(name))]);
    }
  }
  return found;
}
