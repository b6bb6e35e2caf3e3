/** The file in which settings may stand. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config-error.ts";

/**
 * The names and values in a file, as Node reads them; none if there is no file.
 * @throws ConfigError if there is one that cannot be read
 */
export function readDotEnv(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new ConfigError([
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    ]);
  }
}
