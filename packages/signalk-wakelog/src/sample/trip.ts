/** The trip that the boat is on: from its departure until it has been still for ten minutes. */
import { randomUUID } from "node:crypto";

const STILL_MS = 600_000;

/** The trip. */
export class Trip {
  #id: string | null;
  #movedAt: number;
  /** True time of the former run's last row, if the boat is still where she was then. */
  #restsSince: number | null = null;

  /** @param id the trip that a former run was on */
  constructor(id: string | null, mono: number) {
    this.#id = id;
    this.#movedAt = mono;
  }

  /** The trip's UUID; null between trips. */
  get id(): string | null {
    return this.#id;
  }

  /** The boat is where she was at the last row of the former run. @param time true time of that row */
  restsSince(time: number): void {
    this.#restsSince = time;
  }

  /**
   * Takes whether the boat moves.
   *
   * @param now true time, which may become known long after the start
   * @returns whether a trip begins or is over with it
   */
  update(moves: boolean, mono: number, now: number): "begins" | "over" | null {
    if (this.#restsSince !== null && now - this.#restsSince >= STILL_MS) this.#id = null;
    if (moves) {
      this.#restsSince = null;
      this.#movedAt = mono;
      if (this.#id !== null) return null;
      this.#id = randomUUID();
      return "begins";
    }
    return this.#id !== null && mono - this.#movedAt >= STILL_MS ? "over" : null;
  }

  /** Ends the trip. */
  end(): void {
    this.#id = null;
  }
}
