/** The file in which settings may stand. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The names and values in a file, as Node reads them; none if there is no file. */
export function readDotEnv(path: string): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}
