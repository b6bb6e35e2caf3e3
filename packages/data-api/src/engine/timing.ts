/** Durations of a request's stages. */

/** Stages in the order in which they run. */
const STAGES = ["jwt", "parse", "plan", "transaction", "response"] as const;

/** A stopwatch with one lap per stage. */
export class Timing {
  readonly #laps: number[] = [];
  #last = performance.now();

  lap(): void {
    const now = performance.now();
    this.#laps.push(now - this.#last);
    this.#last = now;
  }

  /** The value of `Server-Timing`, in milliseconds. */
  header(): string {
    return this.#laps.map((ms, i) => `${STAGES[i] ?? "other"};dur=${ms.toFixed(1)}`).join(", ");
  }
}
