/** The project's SQL files, in the order in which they run. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { packageRoot } from "@wakelog/kit/version.ts";

/** A file below `sql/`. */
export interface SqlFile {
  /** The file's path in its folder without `.sql`, e.g. `0003_events` or `10_context/30_caller`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
}

/** The two capabilities that servers provide in different ways, with their adapters, best first. */
export const PORTS = {
  spatial: ["postgis", "plain"],
  timeseries: ["timescaledb", "plain"],
} as const;

export type Port = keyof typeof PORTS;
export type SpatialAdapter = (typeof PORTS)["spatial"][number];
export type TimeseriesAdapter = (typeof PORTS)["timeseries"][number];

/** The `sql/` directory of this installation: next to `src/` in a clone, next to `dist/` in a package. */
export function defaultSqlDir(): string {
  return join(packageRoot(import.meta.url), "sql");
}

/** All SQL files in a folder and its subfolders, ordered by path. */
export async function readSqlFolder(sqlDir: string, folder: string): Promise<readonly SqlFile[]> {
  const paths = await readdir(join(sqlDir, folder), { recursive: true });
  const names = paths
    .filter((path) => path.endsWith(".sql"))
    .map((path) => path.split(sep).join("/"))
    .sort();
  return await Promise.all(names.map((name) => readSqlFile(join(sqlDir, folder, name), name)));
}

/** The file of a port's adapter. */
export async function readAdapter(sqlDir: string, port: Port, adapter: string): Promise<SqlFile> {
  return await readSqlFile(join(sqlDir, port, `${adapter}.sql`), `${adapter}.sql`);
}

/** A hash over the files' names, texts and order. */
export function hashOf(files: readonly SqlFile[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file.name} ${file.hash}\n`);
  return hash.digest("hex");
}

async function readSqlFile(path: string, name: string): Promise<SqlFile> {
  const text = await readFile(path, "utf8");
  return {
    name: name.replace(/\.sql$/, ""),
    path,
    text,
    hash: createHash("sha256").update(text).digest("hex"),
  };
}
