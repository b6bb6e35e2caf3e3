/** What views inherit from their tables: columns, followed down chains of views, and keys. */
import type { KeyRow, ViewRow } from "./catalog-rows.ts";
import { columnOrigins } from "./view-query.ts";

/** A view that shows columns of one table. */
export interface ViewOfTable {
  readonly schema: string;
  readonly view: string;
  readonly oid: string;
  /** By column number in the table: the view's names for the column, in alphabetical order. */
  readonly columns: ReadonlyMap<number, readonly string[]>;
}

/** By object id of a table: the views that show its columns, directly or through other views. */
export type ViewsByTable = ReadonlyMap<string, readonly ViewOfTable[]>;

interface Origin {
  readonly relation: string;
  readonly column: number;
}

/** Follows all view columns down to tables. */
export function viewsByTable(views: readonly ViewRow[]): ViewsByTable {
  const direct = new Map<string, ReadonlyMap<number, Origin>>();
  for (const view of views) {
    const origins = columnOrigins(view.query).map(
      (origin) => [origin.column, { relation: origin.relation, column: origin.relationColumn }] as const,
    );
    direct.set(view.oid, new Map(origins));
  }
  const follow = follower(direct);
  const byTable = new Map<string, ViewOfTable[]>();
  for (const view of views) {
    const tables = new Map<string, Map<number, string[]>>();
    for (const column of view.columns) {
      const origin = follow({ relation: view.oid, column: column.number });
      if (origin === null) continue;
      const shown = tables.get(origin.relation) ?? new Map<number, string[]>();
      tables.set(origin.relation, shown);
      shown.set(origin.column, [...(shown.get(origin.column) ?? []), column.name].sort());
    }
    for (const [table, columns] of tables) {
      const entry = { schema: view.schema, view: view.name, oid: view.oid, columns };
      const before = byTable.get(table);
      if (before === undefined) byTable.set(table, [entry]);
      else before.push(entry);
    }
  }
  return byTable;
}

/**
 * Follows a column down to the table it is copied from. The result is cached for every column on the way, so each is
 * visited once, however many views are built on it.
 */
function follower(
  direct: ReadonlyMap<string, ReadonlyMap<number, Origin>>,
): (start: Origin) => Origin | null {
  const found = new Map<string, Origin | null>();
  return (start) => {
    const passed: string[] = [];
    let at: Origin | null = start;
    while (at !== null) {
      const columns = direct.get(at.relation);
      if (columns === undefined) break;
      const here = `${at.relation}.${at.column}`;
      const known = found.get(here);
      if (known !== undefined) {
        at = known;
        break;
      }
      // A view can be defined in terms of itself: a path that returns here leads to no table.
      found.set(here, null);
      passed.push(here);
      at = columns.get(at.column) ?? null;
    }
    for (const one of passed) found.set(one, at);
    return at;
  };
}

/** All combinations of names under which a view shows a list of a table's columns; none if one is not shown. */
export function shownAs(view: ViewOfTable, columns: readonly number[]): string[][] {
  let combinations: string[][] = [[]];
  for (const column of columns) {
    const names = view.columns.get(column) ?? [];
    combinations = combinations.flatMap((begun) => names.map((name) => [...begun, name]));
  }
  return combinations;
}

/**
 * Primary keys by object id of table or view. A view has the keys of all tables whose whole key it shows, under the
 * first names.
 */
export function primaryKeys(keys: readonly KeyRow[], views: ViewsByTable): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const key of keys) {
    if (key.kind !== "p") continue;
    found.set(key.relation, key.names);
    for (const view of views.get(key.relation) ?? []) {
      const shown = key.columns.map((column) => view.columns.get(column)?.[0]);
      const names = shown.every((name) => name !== undefined) ? shown : [];
      const before = found.get(view.oid) ?? [];
      found.set(view.oid, [...before, ...names.filter((name) => !before.includes(name))]);
    }
  }
  return found;
}
