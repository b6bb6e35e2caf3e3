/**
 * GPX 1.1 documents. Elements follow the schema's order. GPX 1.1 has no elements for speed and wind, so these are
 * extensions in our own namespace.
 * @see https://www.topografix.com/GPX/1/1/
 */

import { guid } from "./guid.ts";
import { LongDocument } from "./long-document.ts";
import type { DocumentOrigin, ExportedLog, ExportedLogs, ExportedMoorage, TrackPoint } from "./model.ts";
import { factsOf } from "./moorages.ts";
import {
  DECLARATION,
  dateTime,
  decimal,
  element,
  end,
  start,
  textElement,
  type Xml,
  xmlDocument,
} from "./xml.ts";

/** Our extensions: `sog`, `cog`, `aws`, `awa` (knots, degrees), `status`, ids, links, miles. */
export const GPX_EXTENSIONS = "urn:wakelog:gpx:1";

const ROOT = {
  version: "1.1",
  creator: "Wakelog",
  xmlns: "http://www.topografix.com/GPX/1/1",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xmlns:opencpn": "http://www.opencpn.org",
  "xmlns:wakelog": GPX_EXTENSIONS,
  "xsi:schemaLocation": "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd",
} as const;

/**
 * One or more logs, each as a `trk`; written in slices.
 * @throws ApiError 22023 if the document is too large
 */
export async function logsGpx(logs: ExportedLogs, origin: DocumentOrigin): Promise<string> {
  const document = new LongDocument();
  const box = new Box();
  for await (const log of logs) for (const piece of track(log, origin, box)) await document.write(piece);
  return document.text([start("gpx", ROOT), metadata(origin, box.bounds())], [end("gpx")]);
}

/** Characters per piece. */
const PIECE = 65_536;

/** The document of one log of any length, in pieces. */
export function* logGpx(log: ExportedLog, origin: DocumentOrigin): Generator<string> {
  const box = new Box();
  for (const line of log.lines) {
    box.begin();
    for (const point of line) box.include(point);
  }
  let piece = `${DECLARATION}${start("gpx", ROOT).text}${metadata(origin, box.bounds())?.text ?? ""}`;
  for (const one of track(log, origin, new Box())) {
    piece += one?.text ?? "";
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}${end("gpx").text}\n`;
}

/** Moorages as waypoints. */
export function mooragesGpx(moorages: readonly ExportedMoorage[], origin: DocumentOrigin): string {
  return xmlDocument(
    element("gpx", ROOT, [metadata(origin, null), ...moorages.map((moorage) => waypoint(moorage, origin))]),
  );
}

function metadata(origin: DocumentOrigin, box: Xml | null): Xml | null {
  const home = origin.webUrl === null ? null : link(origin.webUrl, "Wakelog");
  return home === null && box === null ? null : element("metadata", {}, [home, box]);
}

function link(href: string, text: string): Xml {
  return element("link", { href }, [textElement("text", text)]);
}

/** A `trk`, piece by piece. @param box collects every point */
function* track(log: ExportedLog, origin: DocumentOrigin, box: Box): Generator<Xml | null> {
  yield* trackHead(log, origin);
  for (const line of log.lines) {
    yield start("trkseg");
    box.begin();
    for (const point of line) {
      box.include(point);
      yield trackPoint(point);
    }
    yield end("trkseg");
  }
  yield end("trk");
}

/** A `trk` up to its segments. */
function trackHead(log: ExportedLog, origin: DocumentOrigin): (Xml | null)[] {
  const url = origin.webUrl === null ? null : `${origin.webUrl}/log/${log.id}`;
  return [
    start("trk"),
    textElement("name", log.name),
    textElement("desc", log.notes),
    url === null ? null : link(url, log.name),
    element("extensions", {}, [
      textElement("wakelog:log_id", String(log.id)),
      textElement("wakelog:link", url),
      textElement("wakelog:distance_nm", log.distanceNm === null ? null : decimal(log.distanceNm, 4)),
      textElement("opencpn:guid", guid(log.vesselId, "log", log.id)),
      textElement("opencpn:viz", "1"),
      textElement("opencpn:start", log.from),
      textElement("opencpn:end", log.to),
    ]),
  ];
}

function trackPoint(point: TrackPoint): Xml {
  const extensions = [
    measure("wakelog:sog", point.sogKnots),
    measure("wakelog:cog", point.cogDegrees),
    measure("wakelog:aws", point.awsKnots),
    measure("wakelog:awa", point.awaDegrees),
    textElement("wakelog:status", point.status),
  ];
  return element("trkpt", position(point.latitude, point.longitude), [
    point.time === null ? null : textElement("time", dateTime(point.time)),
    extensions.some((one) => one !== null) ? element("extensions", {}, extensions) : null,
  ]);
}

function measure(name: string, value: number | null): Xml | null {
  return value === null ? null : textElement(name, decimal(value, 3));
}

/** The schema's longitude excludes +180. */
function position(latitude: number, longitude: number): { lat: string; lon: string } {
  return { lat: decimal(latitude, 7), lon: longitude >= 180 ? "-180" : decimal(longitude, 7) };
}

/** Bounding box of all points. GPX cannot express one across the 180° meridian. */
class Box {
  readonly #latitudes = { least: 90, most: -90 };
  readonly #longitudes = { least: 180, most: -180 };
  #before: TrackPoint | null = null;
  #crosses = false;
  #isEmpty = true;

  /** Starts a line. */
  begin(): void {
    this.#before = null;
  }

  include(point: TrackPoint): void {
    const { latitude, longitude } = point;
    const jump = this.#before === null ? 0 : Math.abs(longitude - this.#before.longitude);
    if (jump > 180 || longitude >= 180) this.#crosses = true;
    this.#before = point;
    this.#isEmpty = false;
    widen(this.#latitudes, latitude);
    widen(this.#longitudes, longitude);
  }

  /** Null if there are no points, a line crosses the 180° meridian, or a point lies on it. */
  bounds(): Xml | null {
    if (this.#isEmpty || this.#crosses) return null;
    return element("bounds", {
      minlat: decimal(this.#latitudes.least, 7),
      minlon: decimal(this.#longitudes.least, 7),
      maxlat: decimal(this.#latitudes.most, 7),
      maxlon: decimal(this.#longitudes.most, 7),
    });
  }
}

function widen(range: { least: number; most: number }, value: number): void {
  range.least = Math.min(range.least, value);
  range.most = Math.max(range.most, value);
}

function waypoint(moorage: ExportedMoorage, origin: DocumentOrigin): Xml {
  const url = origin.webUrl === null ? null : `${origin.webUrl}/moorage/${moorage.id}`;
  return element("wpt", position(moorage.latitude, moorage.longitude), [
    moorage.firstSeen === null ? null : textElement("time", dateTime(moorage.firstSeen)),
    textElement("name", moorage.name),
    textElement("desc", factsOf(moorage).join(". ")),
    url === null ? null : link(url, moorage.name),
    textElement("sym", "anchor"),
    textElement("type", "WPT"),
    element("extensions", {}, [
      textElement("wakelog:moorage_id", String(moorage.id)),
      textElement("wakelog:link", url),
      textElement("opencpn:guid", guid(moorage.vesselId, "moorage", moorage.id)),
      textElement("opencpn:viz", "1"),
      element("opencpn:scale_min_max", { UseScale: "true", ScaleMin: "30000", ScaleMax: "0" }),
    ]),
  ]);
}
