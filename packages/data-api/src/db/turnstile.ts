/** Limits concurrency per key, first come, first served. */
import { PoolTimeoutError } from "./database.ts";

/** Frees the place; calling it again has no effect. */
export type Leave = () => void;

/** A limit within this process, or shared by several processes. */
export interface Gate {
  /**
   * Waits for a place.
   * @param most number of places; the same in every call with this key
   * @param waitMs time limit in milliseconds
   * @param queue most callers that may wait; default: no limit
   * @throws PoolTimeoutError if no place is free in time, or the queue is full
   */
  enter(key: string, most: number, waitMs: number, queue?: number): Promise<Leave>;
}

interface Line {
  inside: number;
  /** Waiting callers, in order; calling one admits it. */
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

  /** Number of waiting callers, over all keys. */
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

  /** Hands the place to the first in the queue, so that a newcomer cannot take it. */
  #leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) next();
    else if (--line.inside === 0) this.#lines.delete(key);
  }
}
