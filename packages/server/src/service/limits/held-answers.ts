/**
 * Responses held in this process's memory until clients read them. A caller holding too much gets no more database
 * connections until some is read; the total is limited as well.
 */
import type { Gate, Leave } from "@wakelog/data-api/db/turnstile.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

/** Limits, in bytes. */
export interface MostHeld {
  /** Per caller: beyond it, no new response begins. Those in progress may exceed it. */
  readonly each: number;
  /** In total: beyond it, the oldest response of the caller holding most is dropped. */
  readonly all: number;
}

const MOST: MostHeld = { each: 67_108_864, all: 268_435_456 };

/** Updates the size of a response, bytes; 0 releases it. */
export type Resize = (bytes: number) => void;

interface Answer {
  bytes: number;
  readonly giveUp: () => void;
}

interface Holder {
  bytes: number;
  /** Oldest first. */
  readonly answers: Set<Answer>;
  /** Callers waiting until less is held. */
  readonly waiting: Set<() => void>;
}

export class HeldAnswers {
  readonly #most: MostHeld;
  readonly #holders = new Map<string, Holder>();
  #all = 0;

  constructor(most: MostHeld = MOST) {
    this.#most = most;
  }

  /**
   * Holds a response.
   * @param key its caller; for people and boats, the key of their share of connections
   * @param giveUp closes its connection
   */
  hold(key: string, bytes: number, giveUp: () => void): Resize {
    const answer: Answer = { bytes: 0, giveUp };
    const resize: Resize = (length) => this.#resize(key, answer, length);
    resize(bytes);
    return resize;
  }

  /** A gate that additionally waits until the caller holds less than the limit. */
  gate(places: Gate): Gate {
    return {
      enter: async (key, most, waitMs, queue) => {
        const leave = await places.enter(key, most, waitMs, queue);
        return this.#isFull(key) ? this.#room(key, waitMs, leave) : leave;
      },
    };
  }

  #isFull(key: string): boolean {
    return (this.#holders.get(key)?.bytes ?? 0) >= this.#most.each;
  }

  async #room(key: string, waitMs: number, leave: Leave): Promise<Leave> {
    const { waiting } = this.#of(key);
    const isRoom = await new Promise<boolean>((resolve) => {
      const admit = (): void => settle(true);
      const timer = setTimeout(() => settle(false), waitMs);
      const settle = (admitted: boolean): void => {
        clearTimeout(timer);
        waiting.delete(admit);
        resolve(admitted);
      };
      waiting.add(admit);
    });
    if (isRoom) return leave;
    leave();
    throw onTheirWay();
  }

  #resize(key: string, answer: Answer, bytes: number): void {
    const holder = this.#of(key);
    const more = bytes - answer.bytes;
    answer.bytes = bytes;
    holder.bytes += more;
    this.#all += more;
    if (bytes > 0) holder.answers.add(answer);
    else holder.answers.delete(answer);
    if (!this.#isFull(key)) for (const admit of holder.waiting) admit();
    if (holder.answers.size === 0 && holder.waiting.size === 0) this.#holders.delete(key);
    while (this.#all > this.#most.all && this.#giveOneUp());
  }

  /** Drops the oldest response of the caller holding most. @returns false if there is none */
  #giveOneUp(): boolean {
    const [most] = [...this.#holders].sort(([, one], [, other]) => other.bytes - one.bytes);
    const [oldest] = most?.[1].answers ?? [];
    if (most === undefined || oldest === undefined) return false;
    this.#resize(most[0], oldest, 0);
    oldest.giveUp();
    return true;
  }

  #of(key: string): Holder {
    const holder = this.#holders.get(key) ?? { bytes: 0, answers: new Set(), waiting: new Set() };
    this.#holders.set(key, holder);
    return holder;
  }
}

function onTheirWay(): ApiError {
  return new ApiError({
    code: "PT503",
    status: 503,
    message: "Your earlier long answers are still on their way",
    hint: "Wait until that is done, then try again.",
    headers: [["Retry-After", "5"]],
  });
}
