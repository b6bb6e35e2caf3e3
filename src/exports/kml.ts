/**
 * KML 2.2 documents, within the OGC schema alone (no vendor's extensions), so that every reader takes them.
 * @see https://www.ogc.org/standard/kml/
 */
import type { DocumentOrigin, ExportedLog, TrackPoint } from "./model.ts";
import { dateTime, decimal, element, textElement, type Xml, xmlDocument } from "./xml.ts";

const NAMESPACE = "http://www.opengis.net/kml/2.2";
/** Colours of KML are aabbggrr: an opaque orange that shows on sea and on satellite pictures. */
const TRACK_COLOUR = "ff1478f0";

/** One log: its name, times, track, and both ends. */
export function logKml(log: ExportedLog, origin: DocumentOrigin): string {
  return document(log.name, log.notes, logFeatures(log, origin));
}

/** Several logs, each in a folder of its own. */
export function logsKml(logs: readonly ExportedLog[], origin: DocumentOrigin): string {
  const folders = logs.map((log) =>
    element("Folder", {}, [
      textElement("name", log.name),
      textElement("description", log.notes),
      ...logFeatures(log, origin),
    ]),
  );
  return document("Logbook", null, folders);
}

function document(name: string, description: string | null, features: readonly Xml[]): string {
  const style = element("Style", { id: "track" }, [
    element("LineStyle", {}, [textElement("color", TRACK_COLOUR), textElement("width", "4")]),
  ]);
  return xmlDocument(
    element("kml", { xmlns: NAMESPACE }, [
      element("Document", {}, [
        textElement("name", name),
        textElement("description", description),
        style,
        ...features,
      ]),
    ]),
  );
}

function logFeatures(log: ExportedLog, origin: DocumentOrigin): Xml[] {
  const span = element("TimeSpan", {}, [
    textElement("begin", dateTime(log.startedAt)),
    log.endedAt === null ? null : textElement("end", dateTime(log.endedAt)),
  ]);
  const features = [
    element("Placemark", {}, [
      textElement("name", log.name),
      textElement("description", description(log, origin)),
      span,
      textElement("styleUrl", "#track"),
      data(log),
      geometry(log.lines),
    ]),
  ];
  const first = log.lines.at(0)?.at(0);
  const last = log.lines.at(-1)?.at(-1);
  if (first !== undefined) features.push(end(log.from ?? "Start", log.startedAt, first));
  if (last !== undefined && log.endedAt !== null) features.push(end(log.to ?? "End", log.endedAt, last));
  return features;
}

function description(log: ExportedLog, origin: DocumentOrigin): string {
  const parts = [
    log.distanceNm === null ? null : `${decimal(log.distanceNm, 1)} NM`,
    log.averageKnots === null ? null : `average ${decimal(log.averageKnots, 1)} kn`,
    log.maximumKnots === null ? null : `maximum ${decimal(log.maximumKnots, 1)} kn`,
    log.notes,
    origin.webUrl === null ? null : `${origin.webUrl}/log/${log.id}`,
  ];
  return parts.filter((part) => part !== null && part !== "").join("\n");
}

function data(log: ExportedLog): Xml {
  const pair = (name: string, value: string | null): Xml | null =>
    value === null ? null : element("Data", { name }, [textElement("value", value)]);
  return element("ExtendedData", {}, [
    pair("log_id", String(log.id)),
    pair("from", log.from),
    pair("to", log.to),
    pair("distance_nm", log.distanceNm === null ? null : decimal(log.distanceNm, 4)),
  ]);
}

function end(name: string, time: number, point: TrackPoint): Xml {
  return element("Placemark", {}, [
    textElement("name", name),
    element("TimeStamp", {}, [textElement("when", dateTime(time))]),
    element("Point", {}, [textElement("coordinates", coordinates(point))]),
  ]);
}

function coordinates(point: TrackPoint): string {
  return `${decimal(point.longitude, 7)},${decimal(point.latitude, 7)}`;
}

function geometry(lines: readonly (readonly TrackPoint[])[]): Xml | null {
  const pieces = lines.map((line) => {
    const [only] = line;
    if (only !== undefined && line.length === 1) {
      return element("Point", {}, [textElement("coordinates", coordinates(only))]);
    }
    return element("LineString", {}, [
      textElement("tessellate", "1"),
      textElement("coordinates", line.map(coordinates).join(" ")),
    ]);
  });
  return pieces.length > 1 ? element("MultiGeometry", {}, pieces) : (pieces[0] ?? null);
}
