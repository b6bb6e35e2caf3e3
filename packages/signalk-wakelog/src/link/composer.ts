/** What goes into an exchange. */
import { Ranges } from "../buffer/ranges.ts";
import type { Draft } from "../buffer/row.ts";
import type { RowBuffer } from "../buffer/row-buffer.ts";
import type { Shore } from "../buffer/state-file.ts";
import type { TrueTime } from "../sample/true-time.ts";
import type { Reports } from "./outbox.ts";
import type { Pace } from "./pace.ts";
import type { About, Exchange, LinkSettings, Mode, WireRow } from "./protocol.ts";
import { partOf, pathsIn, wireOf } from "./wire.ts";

/** The body that is aimed at, before compression. */
const MOST_BYTES = 4_000_000;
/** What headers and the answer cost, roughly. */
const OVERHEAD_BYTES = 600;
const COMPRESSED = 0.5;
/** How often news is asked for by satellite. */
const ASKING_MS = 86_400_000;
const TELLING_MS = 600_000;

/** What is needed to compose. */
export interface ComposerParts {
  readonly time: TrueTime;
  readonly buffer: RowBuffer;
  readonly pace: Pace;
  readonly version: string;
  readonly settings: () => LinkSettings;
  /** The version of the alerts that are known aboard. */
  readonly alerts: () => number;
  readonly about: () => About;
  /** What is known now, for a partial row. */
  readonly present: () => Draft;
  /** The most severe notification that stands is an emergency. */
  readonly isEmergency: () => boolean;
  /** Bytes that the mode's budget leaves for today. */
  readonly left: () => number;
}

/** Composes exchanges. */
export class Composer {
  /** Rows that are not sent before the next start. */
  readonly aside = new Set<number>();
  /** The numbers of the last exchange's rows. */
  sent: readonly number[] = [];
  readonly #parts: ComposerParts;
  /** The stream of the last exchange: another one is another boat's. */
  #stream: string | null = null;
  #toldAbout: string | null = null;
  #toldAt = 0;
  #asked = 0;

  constructor(parts: ComposerParts) {
    this.#parts = parts;
  }

  /** The shore has taken an exchange. */
  told({ stream, about, settings }: Exchange): void {
    if (stream !== this.#stream) this.#toldAbout = null;
    this.#stream = stream;
    if (about !== undefined) {
      this.#toldAbout = JSON.stringify(about);
      this.#toldAt = this.#parts.time.now();
    }
    if (settings !== undefined) this.#asked = this.#parts.time.now();
  }

  /** New instruments appear one by one: what the boat is, is not told again for each. */
  #tells(about: About, isSame: boolean): boolean {
    if (this.#toldAbout === null || !isSame) return true;
    return JSON.stringify(about) !== this.#toldAbout && this.#parts.time.now() - this.#toldAt > TELLING_MS;
  }

  /** The rows of the next exchange; null if there is no need or no budget for one. */
  rows(mode: Mode): WireRow[] | null {
    const { buffer, isEmergency, left, pace, present, settings, time } = this.#parts;
    const budget = isEmergency() ? Number.POSITIVE_INFINITY : left() - OVERHEAD_BYTES;
    if (budget <= 0) return null;
    // The first exchange of a run asks the time.
    if (!time.isKnown) return [];
    if (mode === "satellite") {
      return [
        partOf(buffer.takeNumber(), present(), settings().satellite, (path) => buffer.paths.numberOf(path)),
      ];
    }
    const newest = buffer.rows.newest();
    const backlog = buffer.rows.oldest(pace.batch + this.aside.size);
    const rows = [
      ...(newest === null ? [] : [newest]),
      ...backlog.filter(({ number }) => number !== newest?.number),
    ]
      .filter(({ number }) => !this.aside.has(number))
      .slice(0, pace.batch)
      .map((row) => wireOf(row, (number) => buffer.paths.nameOf(number)));
    if (rows.length === 0) return [];
    let bytes = 0;
    const fitting = rows.filter((row) => {
      bytes += JSON.stringify(row).length;
      return bytes < MOST_BYTES && bytes * COMPRESSED < budget;
    });
    return fitting.length > 0 ? fitting : null;
  }

  /** The body of an exchange. */
  body(shore: Shore, rows: readonly WireRow[], mode: Mode, { done, acknowledged }: Reports): Exchange {
    const { about, alerts, buffer, settings, time, version } = this.#parts;
    const isShort = mode === "satellite";
    const aboutNow = about();
    const isSame = shore.stream === this.#stream;
    const tells = !isShort && this.#tells(aboutNow, isSame);
    const told = new Ranges(shore.paths);
    this.sent = rows.map(([number]) => number);
    const named = tells ? Object.keys(aboutNow.units ?? {}).map(Number) : [];
    const names = [...new Set([...pathsIn(rows), ...named])].filter((number) => !told.has(number, number));
    const paths = Object.fromEntries(names.map((number) => [number, buffer.paths.nameOf(number) ?? ""]));
    const asks = !isShort || !isSame || time.now() - this.#asked > ASKING_MS;
    return {
      stream: shore.stream,
      ...(names.length === 0 ? {} : { paths }),
      ...(isShort ? {} : { now: time.now() }),
      ...(asks ? { settings: settings().version, alerts: alerts() } : {}),
      // The short answer to satellite mode does not tell the time.
      ...(isShort && !time.isKnown ? {} : { mode }),
      ...(isShort ? {} : { waiting: buffer.waiting }),
      ...(done.length === 0 ? {} : { done }),
      ...(acknowledged.length === 0 ? {} : { acknowledged }),
      rows,
      ...(tells ? { version, about: aboutNow } : {}),
    };
  }
}
