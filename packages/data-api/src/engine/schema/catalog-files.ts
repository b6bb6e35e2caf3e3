/**
 * The statements that query PostgreSQL's catalogue, as {@link Sql} values. They are files in `sql/catalog`, so that any
 * SQL tool can open them.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Sql, type SqlValue } from "../../db/sql.ts";

/** A file in `packages/data-api/sql/catalog`, without `.sql`. */
export type CatalogFile =
  | "relations"
  | "keys"
  | "views"
  | "routines"
  | "computed-relationships"
  | "representations"
  | "media-handlers"
  | "server"
  | "privileges"
  | "rule-comments"
  | "changes";

/** The folder `sql/catalog`: in this package, or copied beside a build. */
export function catalogDirectory(): string {
  let above = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(above, "sql", "catalog"))) {
    if (above === dirname(above)) throw new Error("no folder sql/catalog above the engine's files");
    above = dirname(above);
  }
  return join(above, "sql", "catalog");
}

/** Reads a statement and binds its only parameter, `$1`, at every occurrence. */
export async function catalogStatement(
  directory: string,
  file: CatalogFile,
  parameter: SqlValue,
): Promise<Sql> {
  const text = await readFile(join(directory, `${file}.sql`), "utf8");
  // Comments are removed first, because they may mention the parameter.
  const chunks = text.replace(/^[ \t]*--.*$/gm, "").split("$1");
  return new Sql(
    chunks,
    chunks.slice(1).map(() => parameter),
  );
}

/** An array of names in PostgreSQL's syntax: `{"a","b"}`. */
export function nameArray(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}
