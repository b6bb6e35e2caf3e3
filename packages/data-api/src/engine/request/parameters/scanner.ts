/**
 * The basis of the parsers in this folder: a text, a position, and errors that name the position and what was expected.
 * A parser takes a scanner, reads one item and leaves the position after it.
 */
import { nestedTooDeep } from "../../errors/limit-errors.ts";
import { parseFailure } from "../../errors/request-errors.ts";

/** Nesting limits, so that no request can exhaust the stack. */
export interface Depths {
  readonly embeds: number;
  readonly logic: number;
}

export const DEFAULT_DEPTHS: Depths = { embeds: 32, logic: 32 };

export class Scanner {
  readonly text: string;
  readonly depths: Depths;
  pos = 0;
  readonly #what: string;
  readonly #shown: string;
  readonly #columnsBefore: number;
  #depth = 0;

  /**
   * @param what the noun in errors, such as `filter`
   * @param columnsBefore columns that the protocol counts before the text
   */
  constructor(
    what: string,
    text: string,
    options: { readonly depths?: Depths; readonly columnsBefore?: number } = {},
  ) {
    this.#what = what;
    this.#shown = text;
    this.text = text;
    this.depths = options.depths ?? DEFAULT_DEPTHS;
    this.#columnsBefore = options.columnsBefore ?? 0;
  }

  get atEnd(): boolean {
    return this.pos >= this.text.length;
  }

  /** Whether the rest starts with `word`. */
  sees(word: string): boolean {
    return this.text.startsWith(word, this.pos);
  }

  /** Reads `word` if it comes next; returns whether it did. */
  take(word: string): boolean {
    if (!this.text.startsWith(word, this.pos)) return false;
    this.pos += word.length;
    return true;
  }

  /** Reads what a sticky pattern matches here; null if it does not match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.pos;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.pos += found.length;
    return found;
  }

  /** @throws ApiError PGRST100 unless `word` comes next */
  expect(word: string, ...expected: readonly string[]): void {
    if (!this.take(word)) this.fail(...(expected.length > 0 ? expected : [JSON.stringify(word)]));
  }

  skipBlanks(): void {
    while (this.text.charCodeAt(this.pos) === 32) this.pos += 1;
  }

  /** Everything from here to the end. */
  rest(): string {
    const rest = this.text.slice(this.pos);
    this.pos = this.text.length;
    return rest;
  }

  /** @throws ApiError PGRST100 unless everything has been read */
  expectEnd(...expected: readonly string[]): void {
    if (!this.atEnd) this.failEnd(...expected);
  }

  /** Whether a parenthesis is still open. */
  get isNested(): boolean {
    return this.#depth > 0;
  }

  /** Reads one level deeper. @throws ApiError if there are more levels than allowed */
  nested<T>(what: string, most: number, read: () => T): T {
    if (this.#depth >= most) throw nestedTooDeep(what, most);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** Reads a comma-separated list; spaces are allowed around its items. */
  list<T>(item: (scanner: Scanner) => T): T[] {
    const items: T[] = [];
    do {
      this.skipBlanks();
      items.push(item(this));
      this.skipBlanks();
    } while (this.take(","));
    return items;
  }

  /** @throws ApiError PGRST100, always */
  fail(...expected: readonly string[]): never {
    this.#failAt(this.pos, '"', expected);
  }

  /** Fails at a position where the end was expected too. @throws ApiError PGRST100, always */
  failEnd(...expected: readonly string[]): never {
    this.#failAt(this.pos, "'", [...expected, "end of input"]);
  }

  /** Fails where a word was expected, showing the first character that differs. @throws ApiError PGRST100, always */
  failWord(word: string, ...expected: readonly string[]): never {
    this.#failAt(this.pos + common(this.text.slice(this.pos), word), '"', expected);
  }

  /** Fails after the longest common prefix with the words, ignoring case. @throws ApiError PGRST100, always */
  failAfterPrefix(words: readonly string[], ...expected: readonly string[]): never {
    const rest = this.text.slice(this.pos).toLowerCase();
    this.pos += Math.max(...words.map((word) => common(rest, word)));
    this.fail(...expected);
  }

  /**
   * @param at position of the character to show
   * @param mark the quotes around it: single where the end was expected
   */
  #failAt(at: number, mark: "'" | '"', expected: readonly string[]): never {
    const point = this.text.codePointAt(at);
    const found = point === undefined ? "end of input" : `${mark}${visible(point, mark)}${mark}`;
    const last = expected.at(-1);
    const others = expected.slice(0, -1).join(", ");
    const choice = others === "" ? last : `${others} or ${last}`;
    const details = `unexpected ${found}${choice === undefined ? "" : ` expecting ${choice}`}`;
    // Columns count characters, not UTF-16 units.
    const column = this.#columnsBefore + [...this.text.slice(0, this.pos)].length + 1;
    throw parseFailure(this.#what, this.#shown, column, details);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** The length of the common prefix. */
function common(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** A character as the protocol shows it: as a number unless it is printable ASCII. */
function visible(point: number, mark: "'" | '"'): string {
  const char = String.fromCodePoint(point);
  if (char === mark) return `\\${char}`;
  return ESCAPES[char] ?? (point < 32 || point > 126 ? `\\${point}` : char);
}
