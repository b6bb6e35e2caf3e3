/**
 * Times of sentences. Receivers send the time of day with each fix and the date in some sentences; loggers may prefix a
 * time. A log is read twice, first for its dates and then for its rows, because a receiver may send a wrong date just
 * after it was switched on.
 */
import { DAY, MINUTE } from "@wakelog/kit/time/units.ts";

/** Receivers count weeks in ten bits; old ones are behind by a multiple of this. */
const ROLLOVER_MS = 1024 * 7 * DAY;
/** After a longer pause, or a step back larger than instruments differ, a log may continue on any other day. */
const LONGEST_PAUSE_MS = 2 * MINUTE;
const INSTRUMENTS_DIFFER_MS = 10_000;
/** Earlier dates come from receivers that do not know the date. */
const EARLIEST = Date.UTC(2000, 0);
/** Dates compared per stretch. */
const MOST_DATES = 100;

/** Times given by a sentence and by the logger. */
export interface Stamps {
  /** The logger's time before the sentence. */
  readonly stamp: number | null;
  readonly secondOfDay: number | null;
  /** Midnight UTC of the sentence's day. */
  readonly day: number | null;
  /** Whether the sentence carries a date only with a valid fix. */
  readonly isSure: boolean;
}

/** A date claimed by sentences of a stretch: the offset from its clock to 1970, in whole days, as milliseconds. */
interface Claim {
  readonly offset: number;
  count: number;
  rank: number;
}

const NO_CLAIM: Claim = { offset: Number.NaN, count: 0, rank: 0 };

/** Consecutive times of day without a pause, continued across midnight. */
class Stretches {
  #last: number | null = null;
  #clock = 0;
  index = -1;

  /** @returns the stretch's clock: milliseconds since the midnight before its start */
  advance(inDay: number): number {
    const step = this.#last === null ? null : modulo(inDay - this.#last + DAY / 2, DAY) - DAY / 2;
    if (step === null || step > LONGEST_PAUSE_MS || step < -INSTRUMENTS_DIFFER_MS) {
      this.index++;
      this.#clock = inDay;
    } else this.#clock += step;
    this.#last = inDay;
    return this.#clock;
  }
}

/** Learns the dates of a log from all sentences, then gives the time of each, in the same order. */
export class NmeaClock {
  readonly #first = new Stretches();
  readonly #second = new Stretches();
  #claims: Claim[] = [];
  /** By stretch: first and last clock, claimed date, and the logger's clock. NaN is unknown. */
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];
  readonly #offsets: number[] = [];
  readonly #guesses: number[] = [];
  /** Dates that agree with the logger's clock, minus those that do not. */
  #agreement = 0;
  #last: number | null = null;

  /** First reading: takes a sentence's times. */
  learn({ stamp, secondOfDay, day, isSure }: Stamps): void {
    if (secondOfDay === null) return;
    const inDay = Math.round(secondOfDay * 1000);
    const before = this.#first.index;
    const clock = this.#first.advance(inDay);
    const { index } = this.#first;
    if (index !== before) {
      this.#close();
      this.#begins[index] = clock;
      this.#guesses[index] = stamp === null || stamp < EARLIEST ? Number.NaN : nearest(stamp, clock);
    }
    this.#ends[index] = clock;
    if (day === null) return;
    const time = rolled(day + inDay, stamp);
    if (time < EARLIEST || time > Date.now() + DAY) return;
    const agrees = stamp !== null && Math.abs(stamp - time) < DAY;
    if (stamp !== null) this.#agreement += agrees ? 1 : -1;
    this.#claim(time - clock, (agrees ? 2 : 0) + (isSure ? 1 : 0));
  }

  /** Ends the first reading. */
  settle(): void {
    this.#close();
    const offsets = this.#offsets;
    for (const [i, begin] of this.#begins.entries()) {
      const guess = this.#agreement < 0 ? Number.NaN : (this.#guesses[i] ?? Number.NaN);
      if (Number.isNaN(offsets[i])) offsets[i] = guess;
      if (Number.isNaN(offsets[i]) && i > 0)
        offsets[i] = nearest((offsets[i - 1] ?? 0) + (this.#ends[i - 1] ?? 0), begin);
    }
    // Stretches before the first date.
    for (let i = offsets.length - 2; i >= 0; i--) {
      if (Number.isNaN(offsets[i]))
        offsets[i] = nearest((offsets[i + 1] ?? 0) + (this.#begins[i + 1] ?? 0), this.#ends[i] ?? 0);
    }
  }

  /** Second reading: milliseconds since 1970-01-01 UTC; null if the log has no date. */
  resolve({ stamp, secondOfDay }: Stamps): number | null {
    if (secondOfDay === null) return stamp ?? this.#last;
    const clock = this.#second.advance(Math.round(secondOfDay * 1000));
    const offset = this.#offsets[this.#second.index] ?? Number.NaN;
    this.#last = Number.isNaN(offset) ? null : clock + offset;
    return this.#last;
  }

  #claim(offset: number, rank: number): void {
    const at = this.#claims.findIndex((one) => one.offset === offset);
    const [same] = at < 0 ? [] : this.#claims.splice(at, 1);
    if (this.#claims.length === MOST_DATES) return;
    // Keep the newest claim last.
    this.#claims.push({ offset, count: (same?.count ?? 0) + 1, rank: Math.max(rank, same?.rank ?? 0) });
  }

  /**
   * Decides the date of the stretch that ends. Time runs on within a stretch, so it has one date: from the surest
   * sentences the newest, unless it goes back and others are more frequent.
   */
  #close(): void {
    const index = this.#begins.length - 1;
    if (index < 0 || index < this.#offsets.length) return;
    const rank = Math.max(...this.#claims.map((one) => one.rank));
    const sure = this.#claims.filter((one) => one.rank === rank);
    const newest = sure.at(-1);
    const most = sure.reduce((a, b) => (b.count > a.count ? b : a), newest ?? NO_CLAIM);
    const goesBack = newest !== undefined && newest.offset < most.offset;
    this.#offsets[index] = goesBack ? most.offset : (newest?.offset ?? Number.NaN);
    this.#claims = [];
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The whole days that bring a clock closest to a time. */
function nearest(time: number, clock: number): number {
  return Math.round((time - clock) / DAY) * DAY;
}

/** Corrects a week rollover if the result is within a day of the logger's clock. */
function rolled(time: number, stamp: number | null): number {
  if (stamp === null) return time;
  const times = Math.round((stamp - time) / ROLLOVER_MS);
  const right = time + times * ROLLOVER_MS;
  return times > 0 && Math.abs(stamp - right) < DAY ? right : time;
}
