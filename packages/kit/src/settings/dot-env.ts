/** The file in which settings may stand. */
import { existsSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config-error.ts";
import { readTextFile } from "./text-file.ts";

/** A name and what follows it. Blanks are of any kind, and byte order marks count as blanks. */
const SETTING = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/s;
/** The byte order mark, of which there are several where files were put together. */
const MARK = "\ufeff";
/** What may follow the quote that ends a value of several lines. */
const REST = /^\s*(?:#.*)?$/;
/** Characters that an editor does not show, or shows like a blank. */
const INVISIBLE = /[^\P{C}\t]|[^\P{Z} ]/u;

/**
 * The names and values in a file, as Node reads them; none if there is no file.
 * @throws ConfigError if there is one that cannot be read, or that has a line that is neither a setting nor a comment
 */
export function readDotEnv(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    throw new ConfigError([
      `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    ]);
  }
  const lines = text.split(/\r\n|\n|\r/);
  const values: NodeJS.Dict<string> = {};
  const problems: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "" || line.startsWith("#")) continue;
    // In the middle of a line is where a file without a last newline met the next one.
    const [, name, value] = line.includes(MARK) ? [] : (SETTING.exec(line) ?? []);
    const more = value === undefined ? 0 : furtherLines(value, lines.slice(at + 1));
    if (name === undefined || value === undefined || more === null)
      problems.push(`${path}, line ${at + 1}: ${more === null ? UNCLOSED : wrongIn(line)}`);
    // Node would read on in the next line if nothing follows the name.
    else
      Object.assign(values, parseEnv(`${name}=${[value, ...lines.slice(at + 1, at + 1 + more)].join("\n")}`));
    at += more ?? 0;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

const UNCLOSED = "its quote is not closed, or text follows the quote that closes it";

/** How many lines a quoted value goes on for; null if no quote ends it, or one that begins something else. */
function furtherLines(value: string, lines: readonly string[]): number | null {
  const [quote = ""] = /^["'`]/.exec(value) ?? [];
  if (quote === "" || value.includes(quote, 1)) return 0;
  const last = lines.findIndex((line) => line.includes(quote));
  const end = lines[last];
  if (end === undefined) return null;
  return REST.test(end.slice(end.indexOf(quote) + 1)) ? last + 1 : null;
}

/** What is wrong with a line, without its text: that may be a secret. */
function wrongIn(line: string): string {
  const [hidden] = INVISIBLE.exec(line) ?? [];
  const code = hidden?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const why = code === undefined ? "" : `; it contains the invisible character U+${code}`;
  return `it is neither NAME=VALUE nor a comment${why}`;
}
