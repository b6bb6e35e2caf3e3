/**
 * Tracks in GPX 1.0 and 1.1: points with a time, and the speeds, courses and readings that loggers add as extensions.
 * Routes and waypoints are not tracks.
 * @see https://www.topografix.com/GPX/1/1/
 */
import sax from "sax";
import { readInstant } from "./instant.ts";
import { putReading } from "./navigation-path.ts";
import {
  type Account,
  draftAt,
  finished,
  type ImportedRow,
  type Reader,
  type RowDraft,
  TruncatedFile,
  UnreadableFile,
} from "./row.ts";

/** The readings of a point by local name: SI units, except for those of our own export. */
const READINGS: Readonly<Record<string, (row: RowDraft, value: number) => void>> = {
  speed: (row, value) => putReading(row, "navigation.speedOverGround", value),
  course: (row, value) => {
    row.courseovergroundtrue = value;
  },
  // Loggers' names for apparent and true wind differ; only those of our own export are unambiguous.
  sog: (row, value) => {
    row.speedoverground = value;
  },
  cog: (row, value) => {
    row.courseovergroundtrue = value;
  },
  aws: (row, value) => {
    row.windspeedapparent = value;
  },
  awa: (row, value) => {
    row.anglespeedapparent = value;
  },
  depth: (row, value) => putReading(row, "environment.depth.belowTransducer", value),
  atemp: (row, value) => putReading(row, "environment.outside.temperature", value + 273.15),
  wtemp: (row, value) => putReading(row, "environment.water.temperature", value + 273.15),
};

/** Reads `trkpt` elements; other parts of the document are skipped. */
export const gpxReader: Reader = {
  name: "GPX",
  version: 1,
  async *read(open, account) {
    const document = new GpxDocument(account);
    for await (const chunk of open()) {
      document.feed(chunk);
      const rows = document.take();
      if (rows.length > 0) yield rows;
    }
    document.end();
  },
};

class GpxDocument {
  readonly #account: Account;
  readonly #parser = sax.parser(true, { position: false });
  #rows: ImportedRow[] = [];
  #row: RowDraft | null = null;
  #text = "";
  #points = 0;
  #given = 0;
  #closed = false;

  constructor(account: Account) {
    this.#account = account;
    const parser = this.#parser;
    parser.onopentag = (tag) => this.#open(localName(tag.name), tag.attributes);
    parser.onclosetag = (name) => this.#close(localName(name));
    parser.ontext = (text) => {
      if (this.#row !== null) this.#text += text;
    };
    parser.oncdata = (text) => {
      if (this.#row !== null) this.#text += text;
    };
    // Names with a bare "&" are common, and do not affect the points around them.
    parser.onerror = () => {
      if (!this.#closed) account.leave("places that are not well-formed XML");
      parser.resume();
    };
  }

  feed(chunk: string): void {
    this.#parser.write(chunk);
  }

  take(): ImportedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** @throws TruncatedFile if the document does not end */
  end(): void {
    if (!this.#closed) throw new TruncatedFile("The file ends before its </gpx>: it was cut off.");
    if (this.#points === 0) {
      throw new UnreadableFile("The file has no track (no <trkpt>): routes and waypoints have no times.");
    }
    if (this.#given === 0) {
      throw new UnreadableFile(
        "No point of the track has both a position and a time, so it is unknown when it was sailed.",
      );
    }
  }

  #open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#text = "";
    if (name !== "trkpt") return;
    this.#points++;
    this.#row = draftAt(Number.NaN);
    this.#row.latitude = coordinate(attributes.lat);
    this.#row.longitude = coordinate(attributes.lon);
  }

  #close(name: string): void {
    const row = this.#row;
    const text = this.#text.trim();
    this.#text = "";
    if (name === "gpx") this.#closed = true;
    if (row === null) return;
    if (name === "trkpt") this.#finish(row);
    else if (name === "time") row.time = readInstant(text) ?? Number.NaN;
    else if (name === "status") row.status = text;
    else if (text !== "" && Number.isFinite(Number(text))) READINGS[name]?.(row, Number(text));
  }

  #finish(row: RowDraft): void {
    this.#row = null;
    if (row.latitude === null || row.longitude === null) this.#account.leave("points without a position");
    else if (Number.isNaN(row.time)) this.#account.leave("points without a time");
    else {
      this.#given++;
      this.#rows.push(finished(row));
    }
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function coordinate(value: unknown): number | null {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : null;
}
