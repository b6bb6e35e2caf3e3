/** The prepared statements of one connection, and their result columns. */

/** Statements kept per connection. Each takes kilobytes to a megabyte on the server. */
const LIMIT = 200;
/** Longer texts are one-offs (bulk lists) and would only waste memory. */
const LONGEST = 16_384;

/** A column of a result. */
export interface Column {
  readonly name: string;
  readonly oid: number;
}

/** A statement that the server has under `name`, or will have once the batch that parses it succeeds. */
export interface Prepared {
  /** What its plan depends on besides its text. */
  readonly scope: string;
  /** Its name on this connection. */
  readonly name: string;
  readonly text: string;
  /** Null until the server has described it. */
  columns: readonly Column[] | null;
  /** A counter that orders statements by last use. */
  used: number;
}

/** The cache of one connection. */
export class PreparedStatements {
  /** By scope, then text: JavaScript caches a string's hash, but would hash a concatenated key each time. */
  readonly #known = new Map<string, Map<string, Prepared>>();
  readonly #all = new Set<Prepared>();
  #uses = 0;
  readonly #seen = new Map<string, Set<string>>();
  #closing: string[] = [];
  #count = 0;

  /** Finds a statement and marks it as most recently used. */
  find(scope: string, text: string): Prepared | null {
    const found = this.#known.get(scope)?.get(text);
    if (found === undefined) return null;
    found.used = ++this.#uses;
    return found;
  }

  /** Adds a statement, evicting an old one if needed. */
  add(scope: string, text: string): Prepared {
    if (this.#all.size >= LIMIT) this.#dropOldest();
    const made: Prepared = { scope, name: `s${++this.#count}`, text, columns: null, used: ++this.#uses };
    const known = this.#known.get(scope) ?? new Map<string, Prepared>();
    this.#known.set(scope, known.set(text, made));
    this.#all.add(made);
    return made;
  }

  #dropOldest(): void {
    let oldest: Prepared | null = null;
    for (const one of this.#all) if (oldest === null || one.used < oldest.used) oldest = one;
    if (oldest !== null) this.drop(oldest);
  }

  /** Forgets a statement, whether or not the server has it: closing an unknown name is not an error. */
  drop(statement: Prepared): void {
    const known = this.#known.get(statement.scope);
    if (known?.get(statement.text) === statement) known.delete(statement.text);
    if (known?.size === 0) this.#known.delete(statement.scope);
    if (this.#all.delete(statement)) this.#closing.push(statement.name);
  }

  /** Forgets everything. Names are never reused, so old ones cannot be confused with new ones. */
  clear(): void {
    for (const statement of [...this.#all]) this.drop(statement);
  }

  /** Returns the names to close on the server, each once. */
  takeClosing(): readonly string[] {
    const names = this.#closing;
    this.#closing = [];
    return names;
  }

  /** Whether to prepare a statement in this scope: from its second use on. */
  recurs(scope: string, text: string): boolean {
    if (text.length > LONGEST) return false;
    const seen = this.#seen.get(scope) ?? new Set<string>();
    if (seen.has(text)) return true;
    if (seen.size >= LIMIT) seen.clear();
    if (this.#seen.size >= LIMIT) this.#seen.clear();
    this.#seen.set(scope, seen.add(text));
    return false;
  }
}
