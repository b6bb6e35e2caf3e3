/** The file in which settings may stand. */
import { existsSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config-error.ts";
import { readTextFile } from "./text-file.ts";

/** Node takes a line of blanks for the beginning of the next name. */
const BLANK_LINES = /^[ \t]+$/gm;

/**
 * The names and values in a file, as Node reads them; none if there is no file.
 * @throws ConfigError if there is one that cannot be read, or that has a line that is neither a setting nor a comment
 */
export function readDotEnv(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  let text: string;
  try {
    text = readTextFile(path).replace(BLANK_LINES, "");
  } catch (cause) {
    throw new ConfigError([
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    ]);
  }
  const values = parseEnv(text);
  // Node reads such a line as part of the next name, whose setting would be ignored.
  const broken = Object.keys(values).filter((name) => name.includes("\n"));
  if (broken.length > 0)
    throw new ConfigError(
      broken.map((name) => `${path}, line ${lineOf(name, text)}: it is neither NAME=VALUE nor a comment`),
    );
  return values;
}

/** The number of the first line that says anything, not its text: that may be a secret. */
function lineOf(name: string, text: string): number {
  const wrong = name.trim().split("\n")[0]?.trim();
  return text.split("\n").findIndex((line) => line.trim() === wrong) + 1;
}
