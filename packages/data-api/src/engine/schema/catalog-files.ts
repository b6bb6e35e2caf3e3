/**
 * The statements that query PostgreSQL's catalogue. They are files in `sql/catalog`, so that any SQL tool can open them;
 * here they become {@link Sql} values.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Sql, type SqlValue } from "../../db/sql.ts";

/** A file in `sql/catalog`, without `.sql`. */
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

/**
 * The folder with the catalogue's statements: `sql/catalog` next to the nearest `package.json` above this file, which
 * works both from the sources and from a build.
 */
export function catalogDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package.json"))) {
    const above = dirname(directory);
    if (above === directory) throw new Error("no package.json above the engine's files");
    directory = above;
  }
  return join(directory, "sql", "catalog");
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

/** An array of names as PostgreSQL writes it: `{"a","b"}`. */
export function nameArray(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}
