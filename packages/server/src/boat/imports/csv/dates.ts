/** Parses dates and times in tables, in programs' and countries' formats. */
import { readInstant } from "../instant.ts";

/** Order of day and month in ambiguous dates. */
export type DateOrder = "day first" | "month first";

const NUMBERED = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?!\d)/;

/** Infers the order of day and month in a table. */
export class DateForms {
  #largestFirst = 0;
  #largestSecond = 0;
  /** An ambiguous date. */
  #example: string | null = null;

  learn(text: string): void {
    const [, first, separator, second] = NUMBERED.exec(text) ?? [];
    // With dots, the day comes first.
    if (first === undefined || second === undefined || separator === ".") return;
    this.#largestFirst = Math.max(this.#largestFirst, Number(first));
    this.#largestSecond = Math.max(this.#largestSecond, Number(second));
    this.#example ??= text.slice(0, 10);
  }

  get isSettled(): boolean {
    return this.#example === null || this.#largestFirst > 12 !== this.#largestSecond > 12;
  }

  /** The order, or an example date if the table is ambiguous. */
  decide(): DateOrder | { readonly example: string } {
    if (this.#example !== null && !this.isSettled) return { example: this.#example };
    return this.#largestSecond > 12 ? "month first" : "day first";
  }
}

/** Milliseconds since 1970-01-01 UTC; null if the date or time of day is missing or unreadable. */
export function instantIn(date: string, time: string, order: DateOrder): number | null {
  const day = date === "" ? "" : `${date} `;
  const text = `${isoDay(day === "" ? time : day, order).trim()}${day === "" ? "" : ` ${isoClock(time)}`}`;
  return readInstant(in24Hours(text));
}

function isoDay(text: string, order: DateOrder): string {
  const compact = /^(\d{4})(\d\d)(\d\d) $/.exec(text);
  if (compact !== null) return `${compact[1]}-${compact[2]}-${compact[3]}`;
  const [whole, first, separator, second, year] = NUMBERED.exec(text) ?? [];
  if (whole === undefined) return text;
  const [month, day] = separator !== "." && order === "month first" ? [first, second] : [second, first];
  return `${year}-${month}-${day} ${text.slice(whole.length).replace(/^,/, "").trim()}`;
}

/** `150000` as 15:00:00. */
function isoClock(text: string): string {
  return text.replace(/^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/, "$1:$2:$3");
}

/** `2026-06-01 3:04 PM` as 15:04. */
function in24Hours(text: string): string {
  const half = /[\d ]([AP])\.?M\.?$/i.exec(text);
  const hour = /[ T](\d{1,2}):/.exec(text);
  if (half === null || hour === null || text.length > 64) return text;
  const hours = (Number(hour[1]) % 12) + (half[1]?.toUpperCase() === "P" ? 12 : 0);
  const rest = text.slice(hour.index + hour[0].length, half.index + 1).trim();
  return `${text.slice(0, hour.index)} ${String(hours).padStart(2, "0")}:${rest}`;
}
