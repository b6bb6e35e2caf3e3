/** The rows of today. Only those are asked for that were not read before: a page may be open for days. */
import { type Row, type Rows, read, type Status } from "./api.ts";

/** A day has fewer. */
const MOST = 4000;
const PAGE = 1000;

/** Reads the rows of today. */
export class TodaysRows {
  #paths: Record<string, string> = {};
  #rows: Row[] = [];
  #after = 0;
  /** When it changes, rows may have other times. */
  #clock = "";

  /** The rows, and the names of their paths by number. */
  async read({ clock, newest, stream }: Status): Promise<Rows> {
    const key = `${stream} ${clock.source}`;
    if (key !== this.#clock) {
      this.#rows = [];
      this.#after = Math.max(0, (newest ?? 0) - MOST);
      this.#clock = key;
    }
    for (let isMore = true; isMore; ) {
      const { paths, rows } = await read<Rows>(`rows?after=${this.#after}&limit=${PAGE}`);
      this.#paths = { ...this.#paths, ...paths };
      this.#rows.push(...rows);
      this.#after = rows.at(-1)?.[0] ?? this.#after;
      isMore = rows.length === PAGE;
    }
    const midnight = new Date().setHours(0, 0, 0, 0);
    this.#rows = this.#rows.filter(([, time]) => time >= midnight);
    return { paths: this.#paths, rows: this.#rows };
  }
}
