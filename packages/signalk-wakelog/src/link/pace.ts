/** When the boat sends next, and how much. */
import type { Mode } from "./protocol.ts";

const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 600_000;
const REFUSED_WAIT_MS = 3_600_000;
const FIRST_BATCH = 100;
const LARGEST_BATCH = 1000;
const FAILING_BATCH = 20;
/** Sixty exchanges a minute are allowed. */
const BETWEEN_MS = 1050;
const SLOW_BYTES_PER_SECOND = 2000;
/** Quicker exchanges tell more of the delay than of the speed; of few bytes, still slower ones do. */
const TELLING_MS = { many: 1000, few: 2000 };
const SLOW_EXCHANGES = 2;

/** How long a mode waits between exchanges, in milliseconds. */
export function intervalOf(mode: Mode, underway: boolean): number {
  if (mode === "normal") return 10_000;
  if (mode === "metered") return underway ? 600_000 : 1_800_000;
  return mode === "satellite" ? 3_600_000 : Number.POSITIVE_INFINITY;
}

/** The least time between urgent exchanges of a mode, in milliseconds. */
export function urgentGapOf(mode: Mode): number {
  if (mode === "off") return Number.POSITIVE_INFINITY;
  return mode === "satellite" ? 60_000 : BETWEEN_MS;
}

/** Why an exchange failed. */
export type Failure = "network" | "timeout" | "too large" | "certificate" | "refused";

/** Learns from how exchanges went. Times are of the monotonic clock. */
export class Pace {
  #failures = 0;
  #batch = FIRST_BATCH;
  #notBefore = 0;
  #slow = 0;
  #mayHurry = true;
  readonly #random: () => number;

  /** @param random from 0 to 1, for the jitter */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether the last exchange failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Whether what is urgent may cut the pause short: the server did not ask for it. */
  get mayHurry(): boolean {
    return this.#mayHurry;
  }

  /** How many rows the next exchange may have. */
  get batch(): number {
    return this.isFailing ? Math.min(FAILING_BATCH, this.#batch) : this.#batch;
  }

  /** When the next exchange may be tried. */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** Whether the link is so slow that it is probably metered. */
  get isSlow(): boolean {
    return this.#slow >= SLOW_EXCHANGES;
  }

  /** An exchange went well. @param wasFull it had as many rows as it might; @param bytes of HTTP both ways */
  succeeded(now: number, wasFull: boolean, bytes: number, ms: number): void {
    this.#failures = 0;
    this.#notBefore = now + BETWEEN_MS - Math.min(BETWEEN_MS, ms);
    if (wasFull) this.#batch = Math.min(LARGEST_BATCH, this.#batch * 2);
    const telling = bytes < SLOW_BYTES_PER_SECOND ? TELLING_MS.few : TELLING_MS.many;
    const isSlow = ms >= telling && bytes / (ms / 1000) < SLOW_BYTES_PER_SECOND;
    const isQuick = bytes / (ms / 1000) >= SLOW_BYTES_PER_SECOND;
    if (isSlow) this.#slow = Math.min(SLOW_EXCHANGES, this.#slow + 1);
    else if (isQuick) this.#slow = Math.max(0, this.#slow - 1);
  }

  /** An exchange failed. @param retryAfter seconds that the server asked for */
  failed(now: number, failure: Failure, retryAfter: number | null): void {
    this.#failures += 1;
    this.#mayHurry = (failure === "network" || failure === "timeout") && retryAfter === null;
    if (failure === "timeout" || failure === "too large") this.#batch = Math.max(1, this.#batch >> 1);
    const doubled = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(20, this.#failures - 1));
    const jittered = Math.min(LONGEST_WAIT_MS, doubled * (0.75 + this.#random() * 0.5));
    const wait = failure === "too large" ? BETWEEN_MS : failure === "refused" ? REFUSED_WAIT_MS : jittered;
    this.#notBefore = now + Math.max(wait, (retryAfter ?? 0) * 1000);
  }

  /** The server takes at most so many rows. */
  limit(rows: number): void {
    this.#batch = Math.max(1, Math.min(this.#batch, rows));
  }

  /** Tries again at once, as after pairing. */
  reset(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }
}
