/**
 * Tracks in GPX 1.0 and 1.1: timed points with speeds, courses and readings from loggers' extensions. Routes and
 * waypoints are ignored.
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
import { localName, type XmlTrack, xmlTrackReader } from "./xml-track.ts";

/** Readings of a point by local name: SI units, except in our own export. */
const READINGS: Readonly<Record<string, (row: RowDraft, value: number) => void>> = {
  // Phones write a negative number for unknown.
  speed: (row, value) => {
    if (value >= 0) putReading(row, "navigation.speedOverGround", value);
  },
  course: (row, value) => {
    if (value >= 0 && value <= 360) row.courseovergroundtrue = value;
  },
  // Loggers mix up apparent and true wind; only our own export is unambiguous.
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
  // Garmin plotters mean water depth.
  Depth: (row, value) => putReading(row, "environment.depth.belowTransducer", value),
  Temperature: (row, value) => putReading(row, "environment.water.temperature", value + 273.15),
  temperature: (row, value) => putReading(row, "environment.outside.temperature", value + 273.15),
  temp: (row, value) => putReading(row, "environment.outside.temperature", value + 273.15),
  atemp: (row, value) => putReading(row, "environment.outside.temperature", value + 273.15),
  wtemp: (row, value) => putReading(row, "environment.water.temperature", value + 273.15),
};

/** Other members of a point: receiver, text and body data. */
const NOT_READINGS: ReadonlySet<string> = new Set(
  (
    "ele name cmt desc src text type sym fix sat hdop vdop pdop ageofdgpsdata dgpsid magvar geoidheight hr cad id " +
    "power HeartRate Cadence"
  ).split(" "),
);
/** Most unknown names reported. */
const MOST_NAMES = 20;

/** Reads `trkpt` elements and skips the rest. */
export const gpxReader = xmlTrackReader(
  { name: "GPX", version: 2 },
  "gpx",
  (remarks) => new GpxTrack(remarks),
);

class GpxTrack implements XmlTrack {
  readonly #remarks: Remarks;
  #rows: ImportedRow[] = [];
  #row: RowDraft | null = null;
  #points = 0;
  #given = 0;
  readonly #unused = new Set<string>();

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  wantsText(): boolean {
    return this.#row !== null;
  }

  open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    if (name !== "trkpt") {
      if (this.#row !== null) this.#leaveOut(attributes);
      return;
    }
    this.#points++;
    this.#row = draftAt(Number.NaN);
    this.#row.latitude = coordinate(attributes.lat);
    this.#row.longitude = coordinate(attributes.lon);
    const { lat, lon, ...others } = attributes;
    this.#leaveOut(others);
  }

  close(name: string, text: string): void {
    const row = this.#row;
    if (row === null) return;
    if (name === "trkpt") this.#finish(row);
    else if (name === "time") row.time = readInstant(text) ?? Number.NaN;
    else if (name === "status") row.status = text;
    else if (text !== "" && Object.hasOwn(READINGS, name) && Number.isFinite(Number(text)))
      READINGS[name]?.(row, Number(text));
    else if (text !== "") this.#nameUnused(name);
  }

  /** Readings are read from elements only; the names of numeric attributes are reported. */
  #leaveOut(attributes: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(attributes))
      if (typeof value === "string" && /^\s*[+-]?[.,]?\d/.test(value)) this.#nameUnused(localName(name));
  }

  #nameUnused(name: string): void {
    if (!NOT_READINGS.has(name) && this.#unused.size < MOST_NAMES) this.#unused.add(name);
  }

  take(): ImportedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  last(): ImportedRow[] {
    if (this.#unused.size > 0) this.#remarks.notes.push(`not used: ${[...this.#unused].join(", ")}`);
    return [];
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
