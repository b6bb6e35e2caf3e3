/**
 * GPX 1.1 documents. Element order is that of the schema; speeds and wind travel as extensions in a namespace
 * of our own, since GPX 1.1 has no elements for them.
 * @see https://www.topografix.com/GPX/1/1/
 */

import { HOUR } from "../time/units.ts";
import { guid } from "./guid.ts";
import type { DocumentOrigin, ExportedLog, ExportedMoorage, TrackPoint } from "./model.ts";
import { dateTime, decimal, element, textElement, type Xml, xmlDocument } from "./xml.ts";

/** Namespace of our extensions: `sog`, `cog`, `aws`, `awa` (knots, degrees), `status`, and ids. */
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

/** One or several logs, each a `trk` of its own. */
export function logsGpx(logs: readonly ExportedLog[], origin: DocumentOrigin): string {
  return xmlDocument(
    element("gpx", ROOT, [metadata(origin, bounds(logs)), ...logs.map((log) => track(log, origin))]),
  );
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

function track(log: ExportedLog, origin: DocumentOrigin): Xml {
  const url = origin.webUrl === null ? null : `${origin.webUrl}/log/${log.id}`;
  return element("trk", {}, [
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
    ...log.lines.map((line) => element("trkseg", {}, line.map(trackPoint))),
  ]);
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

/** Left out if a track crosses the 180° meridian: a GPX box cannot express it. */
function bounds(logs: readonly ExportedLog[]): Xml | null {
  const box = { minlat: 90, minlon: 180, maxlat: -90, maxlon: -180 };
  let points = 0;
  for (const log of logs) {
    for (const line of log.lines) {
      let before: TrackPoint | null = null;
      for (const point of line) {
        if (before !== null && Math.abs(point.longitude - before.longitude) > 180) return null;
        if (point.longitude >= 180) return null;
        before = point;
        points++;
        box.minlat = Math.min(box.minlat, point.latitude);
        box.maxlat = Math.max(box.maxlat, point.latitude);
        box.minlon = Math.min(box.minlon, point.longitude);
        box.maxlon = Math.max(box.maxlon, point.longitude);
      }
    }
  }
  if (points === 0) return null;
  const { minlat, minlon, maxlat, maxlon } = box;
  return element("bounds", {
    minlat: decimal(minlat, 7),
    minlon: decimal(minlon, 7),
    maxlat: decimal(maxlat, 7),
    maxlon: decimal(maxlon, 7),
  });
}

function waypoint(moorage: ExportedMoorage, origin: DocumentOrigin): Xml {
  const url = origin.webUrl === null ? null : `${origin.webUrl}/moorage/${moorage.id}`;
  const described = [
    moorage.stayType,
    `${moorage.visits} ${moorage.visits === 1 ? "visit" : "visits"}`,
    `${decimal(moorage.totalStayMs / HOUR, 1)} hours in total`,
    moorage.lastSeen === null ? null : `last seen ${dateTime(moorage.lastSeen)}`,
    moorage.notes,
  ];
  return element("wpt", position(moorage.latitude, moorage.longitude), [
    moorage.firstSeen === null ? null : textElement("time", dateTime(moorage.firstSeen)),
    textElement("name", moorage.name),
    textElement("desc", described.filter((part) => part !== null && part !== "").join(". ")),
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
