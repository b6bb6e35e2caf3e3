/** Admission to a scarce resource: a limited number at once per key, in the order of arrival. */
import { PoolTimeoutError } from "./database.ts";

/** Gives a place back; calling it again does no harm. */
export type Leave = () => void;

/** Admits to places: a turnstile of this process, or one that several processes share. */
export interface Gate {
  /**
   * Waits for a place.
   * @param most number of places; the same in every call with this key
   * @param waitMs how long to wait, in milliseconds
   * @param queue how many may wait; as many as come if absent
   * @throws PoolTimeoutError if no place became free within that time, or if too many wait already
   */
  enter(key: string, most: number, waitMs: number, queue?: number): Promise<Leave>;
}

interface Line {
  inside: number;
  /** Those who wait, in order; calling one admits it. */
  readonly waiting: Set<() => void>;
}

export class Turnstile implements Gate {
  readonly #lines = new Map<string, Line>();

  async enter(key: string, most: number, waitMs: number, queue = Number.POSITIVE_INFINITY): Promise<Leave> {
    const line = this.#lines.get(key) ?? { inside: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.inside < most) line.inside++;
    else if (line.waiting.size < queue) await this.#turn(line, waitMs);
    else throw new PoolTimeoutError("too many are waiting already");
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(key, line);
    };
  }

  /** How many wait, for all keys together. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.waiting.size, 0);
  }

  #turn(line: Line, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timer);
        line.waiting.delete(admit);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(admit);
        reject(new PoolTimeoutError("the caller's other requests have not finished"));
      }, waitMs);
      line.waiting.add(admit);
    });
  }

  /** The place passes to the first in line, so that a newcomer cannot take it. */
  #leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) next();
    else if (--line.inside === 0) this.#lines.delete(key);
  }
}
