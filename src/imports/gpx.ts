/**
 * Tracks in GPX 1.0 and 1.1: points with a time, and the speeds, courses and readings that loggers add as extensions.
 * Routes and waypoints are not tracks.
 * @see https://www.topografix.com/GPX/1/1/
 */
import { readInstant } from "./instant.ts";
import { putReading } from "./navigation-path.ts";
import {
  draftAt,
  finished,
  type ImportedRow,
  type Remarks,
  type RowDraft,
  UnreadableFile,
  UntimedTrack,
} from "./row.ts";
import { type XmlTrack, xmlTrackReader } from "./xml-track.ts";

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
export const gpxReader = xmlTrackReader(
  { name: "GPX", version: 1 },
  "gpx",
  (remarks) => new GpxTrack(remarks),
);

class GpxTrack implements XmlTrack {
  readonly #remarks: Remarks;
  #rows: ImportedRow[] = [];
  #row: RowDraft | null = null;
  #points = 0;
  #given = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  wantsText(): boolean {
    return this.#row !== null;
  }

  open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    if (name !== "trkpt") return;
    this.#points++;
    this.#row = draftAt(Number.NaN);
    this.#row.latitude = coordinate(attributes.lat);
    this.#row.longitude = coordinate(attributes.lon);
  }

  close(name: string, text: string): void {
    const row = this.#row;
    if (row === null) return;
    if (name === "trkpt") this.#finish(row);
    else if (name === "time") row.time = readInstant(text) ?? Number.NaN;
    else if (name === "status") row.status = text;
    else if (text !== "" && Number.isFinite(Number(text))) READINGS[name]?.(row, Number(text));
  }

  take(): ImportedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (this.#points === 0) {
      throw new UnreadableFile("The file has no track (no <trkpt>): routes and waypoints have no times.");
    }
    if (this.#given === 0) {
      throw new UntimedTrack();
    }
  }

  #finish(row: RowDraft): void {
    this.#row = null;
    if (row.latitude === null || row.longitude === null) this.#remarks.skip("points without a position");
    else if (Number.isNaN(row.time)) this.#remarks.skip("points without a time");
    else {
      this.#given++;
      this.#rows.push(finished(row));
    }
  }
}

function coordinate(value: unknown): number | null {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : null;
}
