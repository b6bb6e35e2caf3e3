/** The trip that the boat is on: from its departure until it has been still for ten minutes. */
import { randomUUID } from "node:crypto";

const STILL_MS = 600_000;

/** The trip. */
export class Trip {
  #id: string | null;
  #movedAt: number;

  /** @param id the trip that a former run was on */
  constructor(id: string | null, mono: number) {
    this.#id = id;
    this.#movedAt = mono;
  }

  /** The trip's UUID; null between trips. */
  get id(): string | null {
    return this.#id;
  }

  /** Takes whether the boat moves. @returns whether a trip begins or is over with it */
  update(moves: boolean, mono: number): "begins" | "over" | null {
    if (moves) {
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
