/** Work that waits while other work of its kind is in flight, and then goes together. */
import { setTimeout as sleep } from "node:timers/promises";

/** How long others wait for work that goes alone, milliseconds: if it is stuck, it delays none for longer. */
const ALONE_MS = 50;

/** One piece of work. */
export interface Member {
  /** Pieces with the same key never go together, so that they stay in order. */
  readonly key: string;
  /** Its part of a convoy's size. */
  readonly size: number;
}

/** Limits of a convoy. */
export interface MostTogether {
  readonly members: number;
  /** Total size, unless the first member alone exceeds it. */
  readonly size: number;
}

/** Which members go next, first come, first served: none overtakes one that it must not go with. */
export function nextTogether<T extends Member>(waiting: readonly T[], most: MostTogether): readonly T[] {
  const going: T[] = [];
  const keys = new Set<string>();
  let size = 0;
  for (const one of waiting) {
    size += one.size;
    if (keys.has(one.key) || going.length === most.members || (going.length > 0 && size > most.size)) break;
    keys.add(one.key);
    going.push(one);
  }
  return going;
}

/** One convoy at a time. */
export class Convoy<T extends Member, R> {
  readonly #go: (going: readonly T[]) => Promise<ReadonlyMap<T, R>>;
  readonly #most: MostTogether;
  readonly #answers = new Map<T, { done(result: R | null): void; failed(fault: unknown): void }>();
  #waiting: readonly T[] = [];
  #isUnderWay = false;

  /** @param go works for all; those missing from its result must go alone. A rejection is everybody's. */
  constructor(go: (going: readonly T[]) => Promise<ReadonlyMap<T, R>>, most: MostTogether) {
    this.#go = go;
    this.#most = most;
  }

  /**
   * Begins work that goes alone if none is under way; what comes meanwhile goes together after it.
   * @returns whether it began
   */
  begin(alone: () => Promise<unknown>): boolean {
    if (this.#isUnderWay) return false;
    void this.#run(alone);
    return true;
  }

  /** Goes with the next convoy, which begins at once if none is under way. @returns null if it must go alone */
  join(member: T): Promise<R | null> {
    const answer = new Promise<R | null>((done, failed) => void this.#answers.set(member, { done, failed }));
    this.#waiting = [...this.#waiting, member];
    if (!this.#isUnderWay) void this.#run();
    return answer;
  }

  async #run(alone?: () => Promise<unknown>): Promise<void> {
    this.#isUnderWay = true;
    if (alone !== undefined) await Promise.race([alone().catch(() => {}), sleep(ALONE_MS)]);
    while (this.#waiting.length > 0) {
      const going = nextTogether(this.#waiting, this.#most);
      this.#waiting = this.#waiting.slice(going.length);
      try {
        const results = await this.#go(going);
        for (const one of going) this.#answers.get(one)?.done(results.get(one) ?? null);
      } catch (fault) {
        for (const one of going) this.#answers.get(one)?.failed(fault);
      }
      for (const one of going) this.#answers.delete(one);
    }
    this.#isUnderWay = false;
  }
}
