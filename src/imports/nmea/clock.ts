/** The time of a sentence: receivers send the time of day and sometimes the date; loggers may add both. */
import { DAY } from "../../time/units.ts";

/** Receivers count weeks in ten bits; old ones are behind by a multiple of this. */
const ROLLOVER_MS = 1024 * 7 * DAY;

export class NmeaClock {
  #last: number | null = null;

  /**
   * Milliseconds since 1970-01-01 UTC; null if no date is known yet.
   * @param stamp the logger's time in front of the sentence
   */
  resolve(stamp: number | null, secondOfDay: number | null, day: number | null): number | null {
    const near = this.#last ?? stamp;
    if (secondOfDay === null) return stamp ?? this.#last;
    const inDay = Math.round(secondOfDay * 1000);
    if (day !== null) this.#last = rolled(day + inDay, stamp);
    else if (near !== null) this.#last = Math.round((near - inDay) / DAY) * DAY + inDay;
    return this.#last;
  }

  /** A date without a time of day (ZDA comes with one, but its second may differ from the fix's). */
  date(day: number): void {
    this.#last ??= day;
  }
}

/** Corrects a receiver whose week count has rolled over, if the logger's clock then agrees to within a day. */
function rolled(time: number, stamp: number | null): number {
  if (stamp === null) return time;
  const times = Math.round((stamp - time) / ROLLOVER_MS);
  const right = time + times * ROLLOVER_MS;
  return times > 0 && Math.abs(stamp - right) < DAY ? right : time;
}
