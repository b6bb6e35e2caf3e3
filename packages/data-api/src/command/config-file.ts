/**
 * PostgREST's configuration file: lines of `key = value`, comments after `#`. A value is quoted text, a number, a
 * boolean (`true`, `on`, `false`, `off`) or a bracketed list of these, which becomes comma-separated text. In quoted text
 * `$$` is a dollar sign.
 */

/** The contents of a file: values as text by key, and a sentence for each invalid line. */
export interface FileSettings {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

const KEY = /(?:[A-Za-z][\w.-]*|"((?:[^"\\]|\\.)*)")/y;
const TEXT = /"((?:[^"\\]|\\.)*)"/y;
const BARE = /[^\s#",[\]]+/y;
const BLANKS = /(?:[ \t\r]|#[^\n]*)*/y;
const ANY_BLANKS = /(?:\s|#[^\n]*)*/y;
const REST_OF_LINE = /[^\n]*/y;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Parses a file. An invalid line is reported with its number; the other lines are still read. */
export function parseConfigFile(text: string): FileSettings {
  const values = new Map<string, string>();
  const problems: string[] = [];
  const reader = new Reader(text);
  for (reader.take(ANY_BLANKS); !reader.atEnd; reader.take(ANY_BLANKS)) {
    const line = reader.line;
    const found = reader.binding();
    if (typeof found === "string") {
      problems.push(`line ${line}: ${found}`);
      reader.take(REST_OF_LINE);
    } else values.set(found.key, found.value);
  }
  return { values, problems };
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get line(): number {
    return this.#text.slice(0, this.#at).split("\n").length;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #takeChar(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  /** One `key = value`, or a sentence that says what is wrong with it. */
  binding(): { readonly key: string; readonly value: string } | string {
    const key = this.take(KEY);
    if (key === null) return "a key was expected";
    this.take(BLANKS);
    if (!this.#takeChar("=")) return `"${key[0]}" is not followed by "="`;
    this.take(ANY_BLANKS);
    const value = this.#value();
    if (value === null) return `the value of "${key[0]}" is not a quoted text, a number or a boolean`;
    this.take(BLANKS);
    if (!this.atEnd && this.#text[this.#at] !== "\n") return `"${key[0]}" is followed by more than its value`;
    return { key: unescaped(key[1] ?? key[0]), value };
  }

  #value(): string | null {
    const text = this.take(TEXT);
    if (text !== null) return unescaped(text[1] ?? "").replaceAll("$$", () => "$");
    if (this.#takeChar("[")) return this.#list();
    const bare = this.take(BARE)?.[0] ?? "";
    if (bare === "true" || bare === "on") return "true";
    if (bare === "false" || bare === "off") return "false";
    return /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(bare) ? bare : null;
  }

  #list(): string | null {
    const items: string[] = [];
    for (this.take(ANY_BLANKS); !this.#takeChar("]"); this.take(ANY_BLANKS)) {
      if (items.length > 0 && !this.#takeChar(",")) return null;
      this.take(ANY_BLANKS);
      const item = this.#value();
      if (item === null) return null;
      items.push(item);
    }
    return items.join(",");
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, code: string | undefined, char: string) =>
    code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
