/**
 * Tracks in KML: `gx:Track`, as phones and mapping programs write it, or timed points, as trackers do; of a time span,
 * its start. Lines without times are ignored.
 * @see https://developers.google.com/kml/documentation/kmlreference#gxtrack
 */
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { readInstant } from "./instant.ts";
import { putReading } from "./navigation-path.ts";
import { draftAt, finished, type ImportedRow, type Remarks, UnreadableFile, UntimedTrack } from "./row.ts";
import { type XmlTrack, xmlTrackReader } from "./xml-track.ts";

/** Points held back until it is clear that the document has no track, whose places they would only mark. */
const MOST_POINTS = 10_000;
/** Units of trackers' speeds. */
const SPEEDS: Readonly<Record<string, number>> = {
  "km/h": 1 / 3.6,
  "m/s": 1,
  mph: 0.44704,
  kn: KNOT_MPS,
  knots: KNOT_MPS,
};

/** What trackers add to a point. */
const DATA: ReadonlySet<string> = new Set(["Velocity", "Course", "Valid GPS Fix"]);

/** Reads `gx:Track` elements and points and skips the rest. */
export const kmlReader = xmlTrackReader(
  { name: "KML", version: 4 },
  "kml",
  (remarks) => new KmlTrack(remarks),
);

/** A point with a tracker's data. */
interface Placemark {
  when: string;
  place: string;
  readonly data: Map<string, string>;
}

class KmlTrack implements XmlTrack {
  readonly #remarks: Remarks;
  #rows: ImportedRow[] = [];
  /** Times of the current track: all of them may precede the positions. */
  #times: (number | null)[] = [];
  #places: string[] = [];
  /** Points of the track already turned into rows or skipped. */
  #taken = 0;
  /** Open elements; they say what a time or place belongs to. */
  readonly #open: string[] = [];
  #tracks = 0;
  #lines = 0;
  #given = 0;
  /** Number of times that are only dates. */
  #dates = 0;
  #hasOtherSpeeds = false;
  #placemark: Placemark | null = null;
  #dataName = "";
  #points: ImportedRow[] = [];

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  get #inTrack(): boolean {
    return this.#open.includes("Track");
  }

  wantsText(): boolean {
    return this.#placemark !== null || this.#inTrack;
  }

  open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#open.push(name);
    if (name === "Track") this.#tracks++;
    if (name === "LineString") this.#lines++;
    if (name === "Placemark") this.#placemark = { when: "", place: "", data: new Map() };
    if (name === "Data") this.#dataName = String(attributes.name ?? "");
  }

  close(name: string, text: string): void {
    this.#open.pop();
    if (name === "Track") this.#finish();
    else if (this.#inTrack) this.#inTrackClose(name, text);
    else if (name === "Placemark") this.#finishPoint();
    else if (this.#placemark !== null) this.#inPlacemarkClose(this.#placemark, name, text);
  }

  take(): ImportedRow[] {
    if (this.#tracks > 0) this.#points = [];
    if (this.#points.length > MOST_POINTS) this.#rows.push(...this.#points.splice(0));
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  last(): ImportedRow[] {
    // Points that only mark the ends of an untimed line are not a track.
    const isTrack = this.#tracks === 0 && this.#points.length > 2 * this.#lines;
    this.#given += isTrack ? this.#points.length : 0;
    if (this.#hasOtherSpeeds) this.#remarks.notes.push("not used: Velocity");
    return isTrack ? this.#points : [];
  }

  end(): void {
    if (this.#given > 0) return;
    const hasEnds = this.#tracks === 0 && this.#points.length > 0;
    if (this.#dates > 0 && !hasEnds)
      throw new UnreadableFile(
        "The times in the file are only dates, so it is unknown when each point was passed. Export the track with times of day.",
      );
    if (this.#tracks > 0) throw new UntimedTrack();
    if (hasEnds)
      throw new UnreadableFile("Only the ends of the lines in the file have times. Export it as GPX.");
    throw new UnreadableFile("The file has no track (no <gx:Track>): plain lines have no times.");
  }

  #inTrackClose(name: string, text: string): void {
    if (name === "when") this.#times.push(this.#timeOf(text));
    else if (name === "coord") this.#places.push(text);
    // Emit each point once it is complete: the file may be truncated.
    this.#takePlaces(this.#times.length);
  }

  #inPlacemarkClose(placemark: Placemark, name: string, text: string): void {
    const parent = this.#open.at(-1);
    // Views have their own times.
    const isOwn = !this.#open.includes("LookAt") && !this.#open.includes("Camera");
    if (name === "when" && parent === "TimeStamp" && isOwn) placemark.when = text;
    else if (name === "begin" && parent === "TimeSpan" && isOwn) placemark.when ||= text;
    else if (name === "coordinates" && parent === "Point") placemark.place = text;
    else if (name === "value" && parent === "Data" && DATA.has(this.#dataName))
      placemark.data.set(this.#dataName, text);
  }

  #finishPoint(): void {
    const placemark = this.#placemark;
    this.#placemark = null;
    if (placemark === null || placemark.place === "" || placemark.when === "") return;
    const { when, place, data } = placemark;
    const time = this.#timeOf(when);
    const [longitude = Number.NaN, latitude = Number.NaN] = place.split(",").map(Number);
    if (time === null) this.#remarks.skip("points without a time");
    else if (!Number.isFinite(longitude) || !Number.isFinite(latitude))
      this.#remarks.skip("points without a position");
    else if (data.get("Valid GPS Fix")?.toLowerCase() === "false")
      this.#remarks.skip("points without a valid fix");
    else {
      const draft = { ...draftAt(time), longitude, latitude };
      const velocity = data.get("Velocity") ?? "";
      const [, speed, unit = ""] = /^(\d+(?:[.,]\d+)?)\s*(\S+)$/.exec(velocity) ?? [];
      const factor = Object.hasOwn(SPEEDS, unit) ? SPEEDS[unit] : undefined;
      if (speed !== undefined && factor !== undefined)
        putReading(draft, "navigation.speedOverGround", withPoint(speed) * factor);
      else if (velocity !== "") this.#hasOtherSpeeds = true;
      const course = withPoint(/^[\d.,]+/.exec(data.get("Course") ?? "")?.[0] ?? "-1");
      if (course >= 0 && course <= 360) draft.courseovergroundtrue = course;
      this.#points.push(finished(draft));
    }
  }

  #timeOf(text: string): number | null {
    if (/^\d{4}(?:-\d\d){0,2}$/.test(text)) this.#dates++;
    return readInstant(text);
  }

  #finish(): void {
    // Points without a time.
    this.#takePlaces(this.#places.length);
    this.#times = [];
    this.#places = [];
    this.#taken = 0;
  }

  /** Takes the next complete places. @param end exclusive */
  #takePlaces(end: number): void {
    for (; this.#taken < Math.min(end, this.#places.length); this.#taken++) {
      const place = this.#places[this.#taken] ?? "";
      const [longitude = Number.NaN, latitude = Number.NaN] = place.split(/\s+/).map(Number);
      const time = this.#times[this.#taken] ?? null;
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
        this.#remarks.skip("points without a position");
      } else if (time === null) this.#remarks.skip("points without a time");
      else {
        this.#given++;
        this.#rows.push(finished({ ...draftAt(time), longitude, latitude }));
      }
    }
  }
}

/** Parses a number whose decimal separator may be a comma. */
function withPoint(text: string): number {
  return Number(text.replace(",", "."));
}
