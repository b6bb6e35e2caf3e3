/**
 * Tracks in KML: the times and places of `gx:Track`, as phones and map programs write them. Lines without times are not
 * tracks.
 * @see https://developers.google.com/kml/documentation/kmlreference#gxtrack
 */
import { readInstant } from "./instant.ts";
import { draftAt, finished, type ImportedRow, type Remarks, UnreadableFile } from "./row.ts";
import { type XmlTrack, xmlTrackReader } from "./xml-track.ts";

/** Reads `gx:Track` elements; other parts of the document are skipped. */
export const kmlReader = xmlTrackReader(
  { name: "KML", version: 1 },
  "kml",
  (remarks) => new KmlTrack(remarks),
);

class KmlTrack implements XmlTrack {
  readonly #remarks: Remarks;
  #rows: ImportedRow[] = [];
  /** Of the track that is being read: all times may stand before all places. */
  #times: (number | null)[] = [];
  #places: string[] = [];
  #inTrack = false;
  #given = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  wantsText(): boolean {
    return this.#inTrack;
  }

  open(name: string): void {
    if (name === "Track") this.#inTrack = true;
  }

  close(name: string, text: string): void {
    if (name === "when") this.#times.push(readInstant(text));
    else if (name === "coord") this.#places.push(text);
    else if (name === "Track") this.#finish();
  }

  take(): ImportedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (this.#given === 0) {
      throw new UnreadableFile("The file has no track with times (no <gx:Track>): lines alone have none.");
    }
  }

  #finish(): void {
    for (const [at, place] of this.#places.entries()) {
      const [longitude = Number.NaN, latitude = Number.NaN] = place.split(/\s+/).map(Number);
      const time = this.#times[at] ?? null;
      if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
        this.#remarks.skip("points without a position");
      } else if (time === null) this.#remarks.skip("points without a time");
      else {
        this.#given++;
        this.#rows.push(finished({ ...draftAt(time), longitude, latitude }));
      }
    }
    this.#times = [];
    this.#places = [];
    this.#inTrack = false;
  }
}
