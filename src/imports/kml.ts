/**
 * Tracks in KML: the times and places of `gx:Track`, as phones and mapping programs write them. Lines without times are not
 * tracks.
 * @see https://developers.google.com/kml/documentation/kmlreference#gxtrack
 */
import { readInstant } from "./instant.ts";
import { draftAt, finished, type ImportedRow, type Remarks, UnreadableFile, UntimedTrack } from "./row.ts";
import { type XmlTrack, xmlTrackReader } from "./xml-track.ts";

/** Reads `gx:Track` elements; other parts of the document are skipped. */
export const kmlReader = xmlTrackReader(
  { name: "KML", version: 2 },
  "kml",
  (remarks) => new KmlTrack(remarks),
);

class KmlTrack implements XmlTrack {
  readonly #remarks: Remarks;
  #rows: ImportedRow[] = [];
  /** Of the track being read: all times may come before all positions. */
  #times: (number | null)[] = [];
  #places: string[] = [];
  /** How many points of it have become rows, or were skipped. */
  #taken = 0;
  #inTrack = false;
  #tracks = 0;
  #given = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  wantsText(): boolean {
    return this.#inTrack;
  }

  open(name: string): void {
    if (name !== "Track") return;
    this.#inTrack = true;
    this.#tracks++;
  }

  close(name: string, text: string): void {
    // Waypoints and views have times of their own.
    if (!this.#inTrack) return;
    if (name === "when") this.#times.push(readInstant(text));
    else if (name === "coord") this.#places.push(text);
    // Each point as soon as it is whole: the file may be cut off.
    this.#takePlaces(this.#times.length);
    if (name === "Track") this.#finish();
  }

  take(): ImportedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (this.#tracks === 0)
      throw new UnreadableFile("The file has no track (no <gx:Track>): plain lines have no times.");
    if (this.#given === 0) throw new UntimedTrack();
  }

  #finish(): void {
    // Those without a time.
    this.#takePlaces(this.#places.length);
    this.#times = [];
    this.#places = [];
    this.#taken = 0;
    this.#inTrack = false;
  }

  /** Takes the places that are there and not yet taken. @param end the first that is left */
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
