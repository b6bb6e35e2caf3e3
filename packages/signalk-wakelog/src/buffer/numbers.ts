/** Numbers for rows, reserved ahead on disk so that none is used twice after a power cut. */

const BLOCK = 1000;

/** The numbers of a stream. */
export class Numbers {
  #next: number;
  #reserved: number;
  readonly #reserve: (upTo: number) => void;

  /** @param used the last number that may have been used; @param reserve writes a reservation to disk, or throws */
  constructor(used: number, reserve: (upTo: number) => void) {
    this.#next = used + 1;
    this.#reserved = used;
    this.#reserve = reserve;
  }

  /** Numbers up to this one may have been used. */
  get reserved(): number {
    return this.#reserved;
  }

  /** The next number. @throws what stops the reservation from being written */
  take(): number {
    if (this.#next > this.#reserved) {
      const upTo = this.#reserved + BLOCK;
      this.#reserve(upTo);
      this.#reserved = upTo;
    }
    const number = this.#next;
    this.#next += 1;
    return number;
  }
}
