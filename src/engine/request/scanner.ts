/**
 * The ground under all parsers of this folder: a text, a position, and failures that say where and what was
 * expected. Parsers are functions that take a scanner, read their noun and leave the position behind it.
 */
import { nestedTooDeep, parseFailure } from "../errors.ts";

/** Bounds on nesting, so that no request can exhaust the stack. */
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
   * @param what the noun that errors name, such as `filter`
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

  /** Reads `word` where it comes next. */
  take(word: string): boolean {
    if (!this.text.startsWith(word, this.pos)) return false;
    this.pos += word.length;
    return true;
  }

  /** Reads what a sticky pattern matches here; null where it does not. */
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

  /** @throws ApiError PGRST100 unless all is read */
  expectEnd(...expected: readonly string[]): void {
    if (!this.atEnd) this.#failAt("'", [...expected, "end of input"]);
  }

  /** Reads one level deeper. @throws ApiError for more levels than allowed */
  nested<T>(what: string, most: number, read: () => T): T {
    if (this.#depth >= most) throw nestedTooDeep(what, most);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** A comma list, blanks allowed around its items. */
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
    this.#failAt('"', expected);
  }

  /** @param mark the quotes around what was found: single ones where the end was expected */
  #failAt(mark: "'" | '"', expected: readonly string[]): never {
    const point = this.text.codePointAt(this.pos);
    const char = point === undefined ? "" : String.fromCodePoint(point);
    const shown = mark === '"' ? JSON.stringify(char) : `'${char}'`;
    const found = point === undefined ? "end of input" : shown;
    const last = expected.at(-1);
    const others = expected.slice(0, -1).join(", ");
    const choice = others === "" ? last : `${others} or ${last}`;
    const details = `unexpected ${found}${choice === undefined ? "" : ` expecting ${choice}`}`;
    // Columns are counted in characters, not in UTF-16 units.
    const column = this.#columnsBefore + [...this.text.slice(0, this.pos)].length + 1;
    throw parseFailure(this.#what, this.#shown, column, details);
  }
}
