/** The numbers that stand for paths in rows. A number never stands for two paths. */
export class PathTable {
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();
  #next = 1;

  /** Takes up numbers that were given before. */
  load(paths: Readonly<Record<string, string>>): void {
    for (const [key, path] of Object.entries(paths)) {
      const number = Number(key);
      if (!Number.isSafeInteger(number) || number < 1 || this.#names.has(number)) continue;
      this.#names.set(number, path);
      this.#numbers.set(path, number);
      this.#next = Math.max(this.#next, number + 1);
    }
  }

  /** A path's number; undefined if it has none. */
  numberOf(path: string): number | undefined {
    return this.#numbers.get(path);
  }

  /** A number's path; undefined if it has none. */
  nameOf(number: number): string | undefined {
    return this.#names.get(number);
  }

  /** Numbers the paths that have none. @returns those by number */
  add(paths: Iterable<string>): Record<string, string> {
    const added: Record<string, string> = {};
    for (const path of paths) {
      if (this.#numbers.has(path)) continue;
      added[this.#next] = path;
      this.load({ [this.#next]: path });
    }
    return added;
  }

  /** Leaves out numbers whose names may be lost. */
  skip(count: number): void {
    this.#next += count;
  }

  /** All paths by number. */
  toJSON(): Record<string, string> {
    return Object.fromEntries(this.#names);
  }
}
