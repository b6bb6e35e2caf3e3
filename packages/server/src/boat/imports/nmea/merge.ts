/** Merges many sentences per second into occasional rows, as a boat's plugin would send them. */
import { fastDistanceM } from "@wakelog/kit/geo/distance.ts";
import { mpsToKnots } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { draftAt, finished, type ImportedRow, type RowDraft } from "../row.ts";

/** Row interval: ten seconds under way, otherwise a minute. */
const UNDER_WAY_MS = 10_000;
const AT_REST_MS = MINUTE;
const UNDER_WAY_KNOTS = 1;

/** Keeps the newest value of everything, and the largest speeds since the last row, as plugins do. */
export class RowMerger {
  #next: RowDraft = draftAt(Number.NaN);
  #last: { readonly time: number; readonly latitude: number; readonly longitude: number } | null = null;

  /** Readings since the last row. */
  get draft(): RowDraft {
    return this.#next;
  }

  speed(knots: number): void {
    this.#next.speedoverground = Math.max(this.#next.speedoverground ?? 0, knots);
  }

  wind(knots: number, degrees: number | null): void {
    if (knots < (this.#next.windspeedapparent ?? 0)) return;
    this.#next.windspeedapparent = knots;
    this.#next.anglespeedapparent = degrees;
  }

  /** @returns a row if one is due */
  position(time: number, latitude: number, longitude: number): ImportedRow | null {
    Object.assign(this.#next, { time, latitude, longitude });
    const last = this.#last;
    if (last === null) return this.#give();
    const passed = Math.abs(time - last.time);
    const knots =
      this.#next.speedoverground ??
      mpsToKnots(fastDistanceM(last, { latitude, longitude }) / Math.max(1, passed / 1000));
    return passed >= (knots >= UNDER_WAY_KNOTS ? UNDER_WAY_MS : AT_REST_MS) ? this.#give() : null;
  }

  /** The newest position, if no row has it. */
  end(): ImportedRow | null {
    return Number.isNaN(this.#next.time) || this.#next.time === this.#last?.time ? null : this.#give();
  }

  #give(): ImportedRow {
    const row = finished(this.#next);
    const { time, latitude, longitude } = this.#next;
    this.#last = { time, latitude: latitude ?? 0, longitude: longitude ?? 0 };
    this.#next = draftAt(Number.NaN);
    return row;
  }
}
