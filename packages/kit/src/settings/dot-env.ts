/** Reads the `.env` file. */
import { existsSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigError } from "./config-error.ts";
import { readTextFile } from "./text-file.ts";

/** A name and the text after it. Any whitespace is a blank, including byte order marks. */
const SETTING = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/s;
/** The byte order mark; concatenated files contain several. */
const MARK = "\ufeff";
/** What may follow the closing quote of a multi-line value. */
const REST = /^\s*(?:#.*)?$/;
/** Characters that editors hide or show as a blank. */
const INVISIBLE = /[^\P{C}\t]|[^\P{Z} ]/u;

/**
 * The names and values in a file, parsed as Node does; none if there is no file.
 * @throws ConfigError if the file is unreadable, or a line is neither a setting nor a comment
 */
export function readDotEnv(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    throw new ConfigError([unreadable(path, cause)]);
  }
  const lines = text.split(/\r\n|\n|\r/);
  const values: NodeJS.Dict<string> = {};
  const problems: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "" || line.startsWith("#")) continue;
    // A mark inside a line means that files were joined where the first lacked a final newline.
    const [, name, value] = line.includes(MARK) ? [] : (SETTING.exec(line) ?? []);
    const more = value === undefined ? 0 : furtherLines(value, lines.slice(at + 1));
    if (name === undefined || value === undefined || more === null)
      problems.push(`${path}, line ${at + 1}: ${more === null ? UNCLOSED : wrongIn(line)}`);
    // If the value is empty, Node would read on in the next line.
    else
      Object.assign(values, parseEnv(`${name}=${[value, ...lines.slice(at + 1, at + 1 + more)].join("\n")}`));
    at += more ?? 0;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

function unreadable(path: string, cause: unknown): string {
  if (cause instanceof Error && "code" in cause && cause.code === "EACCES")
    return `${path} may not be read by this user; run the command as the service's user, such as "sudo -u wakelog …"`;
  return `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}

const UNCLOSED = "its quote is not closed, or text follows the quote that closes it";

/** Number of further lines of a quoted value; null without a closing quote, or if that quote opens another value. */
function furtherLines(value: string, lines: readonly string[]): number | null {
  const [quote = ""] = /^["'`]/.exec(value) ?? [];
  if (quote === "" || value.includes(quote, 1)) return 0;
  const last = lines.findIndex((line) => line.includes(quote));
  const end = lines[last];
  if (end === undefined) return null;
  return REST.test(end.slice(end.indexOf(quote) + 1)) ? last + 1 : null;
}

/** What is wrong with a line, without its text, which may be a secret. */
function wrongIn(line: string): string {
  const [hidden] = INVISIBLE.exec(line) ?? [];
  const code = hidden?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const why = code === undefined ? "" : `; it contains the invisible character U+${code}`;
  return `it is neither NAME=VALUE nor a comment${why}`;
}
