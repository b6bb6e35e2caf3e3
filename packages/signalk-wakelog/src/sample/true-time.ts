/** What the time is: by the satellites, else by the shore, else by the system's clock. */

/** The clocks of the machine, in milliseconds. */
export interface Clocks {
  /** The system's, since 1970 UTC. Anyone may set it. */
  system(): number;
  /** Since some moment; it only goes forward. */
  monotonic(): number;
}

/** Where the time comes from, by rank. */
export type TimeSource = "system" | "shore" | "navigation.datetime";

const RANKS: readonly TimeSource[] = ["system", "shore", "navigation.datetime"];
/** Less is the receiver's own delay, or the link's. */
const STEP_MS = 2000;
/** Receivers that have lost their calendar say earlier times. */
const LEAST_MS = Date.UTC(2024, 0, 1);
const MOST_MS = Date.UTC(2100, 0, 1);

/** What follows from news of the time. */
export interface TimeListener {
  /** All rows of this run are dated by this offset. @param known by another clock than the system's */
  correct(offset: number, known: boolean): void;
  /** Another run begins: what was dated before stays. */
  renew(): void;
}

/** The time. */
export class TrueTime {
  readonly #clocks: Clocks;
  readonly #listener: TimeListener;
  #offset: number;
  #source: TimeSource = "system";
  #distrusted = false;
  /** A differing reading, which counts when the next one agrees. */
  #doubted: number | null = null;

  constructor(clocks: Clocks, listener: TimeListener) {
    this.#clocks = clocks;
    this.#listener = listener;
    this.#offset = clocks.system() - clocks.monotonic();
  }

  /** True time, in milliseconds since 1970 UTC. */
  now(): number {
    return this.at(this.#clocks.monotonic());
  }

  /** True time at a moment of the monotonic clock, in whole milliseconds. */
  at(mono: number): number {
    return Math.round(mono + this.#offset);
  }

  /** Where it comes from. */
  get source(): TimeSource {
    return this.#source;
  }

  /** Whether it is known from another clock than the system's. */
  get isKnown(): boolean {
    return this.#source !== "system";
  }

  /** True time less the system's, in whole milliseconds. */
  get systemOffset(): number {
    return Math.round(this.now() - this.#clocks.system());
  }

  /** The satellites' time. */
  satellites(text: unknown): void {
    const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
    if (this.#distrusted || !(time > LEAST_MS && time < MOST_MS)) return;
    this.#hear("navigation.datetime", time - this.#clocks.monotonic());
  }

  /** The shore's time, as of now. */
  shore(time: number): void {
    if (time > LEAST_MS && time < MOST_MS) this.#hear("shore", time - this.#clocks.monotonic());
  }

  /** The shore refuses our time: the satellites' is not believed any longer. */
  overrule(time: number): void {
    this.#distrusted = true;
    if (this.#source === "navigation.datetime") this.#source = "system";
    this.shore(time);
  }

  /** Looks whether the system's clock was stepped. */
  check(): void {
    this.#hear("system", this.#clocks.system() - this.#clocks.monotonic());
  }

  #hear(source: TimeSource, offset: number): void {
    const rank = RANKS.indexOf(source) - RANKS.indexOf(this.#source);
    const isStep = Math.abs(offset - this.#offset) > STEP_MS;
    if (rank < 0 || (rank === 0 && !isStep)) {
      if (rank === 0) this.#doubted = null;
      return;
    }
    if (rank === 0 && source !== "system") {
      const isAgreed = this.#doubted !== null && Math.abs(offset - this.#doubted) <= STEP_MS;
      this.#doubted = offset;
      if (!isAgreed) return;
      this.#listener.renew();
    }
    this.#doubted = null;
    this.#source = source;
    if (isStep) this.#offset = offset;
    this.#listener.correct(Math.round(this.#offset), source !== "system");
  }
}
