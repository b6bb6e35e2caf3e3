/** Prepared statements of one connection: which are known to the server, and what their results look like. */

/** Statements kept per connection. Each costs the server some kilobytes to a megabyte of plan. */
const LIMIT = 200;
/** Longer texts are one-offs (bulk lists); remembering them would only cost memory. */
const LONGEST = 16_384;

/** A column of a result. */
export interface Column {
  readonly name: string;
  readonly oid: number;
}

/** A statement that the server has under `name`, or will have when the batch that parses it succeeds. */
export interface Prepared {
  /** What the caller knows it by. */
  readonly key: string;
  /** Its name on this connection. */
  readonly name: string;
  readonly text: string;
  /** Null until the server described it. */
  columns: readonly Column[] | null;
}

/** The cache of one connection, least recently used first. */
export class PreparedStatements {
  readonly #known = new Map<string, Prepared>();
  readonly #seen = new Set<string>();
  #closing: string[] = [];
  #count = 0;

  /** The statement under this key, if the server has it with this text; it becomes the most recent. */
  find(key: string, text: string): Prepared | null {
    const found = this.#known.get(key);
    if (found === undefined || found.text !== text) return null;
    this.#known.delete(key);
    this.#known.set(key, found);
    return found;
  }

  /** A new statement under this key; makes room for it. */
  add(key: string, text: string): Prepared {
    const old = this.#known.get(key) ?? (this.#known.size < LIMIT ? undefined : this.#oldest());
    if (old !== undefined) this.drop(old);
    const made: Prepared = { key, name: `s${++this.#count}`, text, columns: null };
    this.#known.set(key, made);
    return made;
  }

  /** Forgets a statement, whether the server has it or not: closing a name it does not know is no error. */
  drop(statement: Prepared): void {
    if (this.#known.get(statement.key) === statement) this.#known.delete(statement.key);
    this.#closing.push(statement.name);
  }

  /** Forgets everything. Names are never used twice, so nothing can be mistaken for what was forgotten. */
  clear(): void {
    for (const statement of [...this.#known.values()]) this.drop(statement);
  }

  /** The names to close on the server, handed out once. */
  takeClosing(): readonly string[] {
    const names = this.#closing;
    this.#closing = [];
    return names;
  }

  /** Whether a statement that nobody named is worth preparing: when it comes for the second time. */
  recurs(key: string): boolean {
    if (key.length > LONGEST) return false;
    if (this.#seen.has(key)) return true;
    if (this.#seen.size >= 2 * LIMIT) this.#seen.clear();
    this.#seen.add(key);
    return false;
  }

  #oldest(): Prepared | undefined {
    return this.#known.values().next().value;
  }
}
