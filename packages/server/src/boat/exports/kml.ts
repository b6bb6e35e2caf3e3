/**
 * KML 2.2 documents that follow the OGC schema without vendor extensions, so that every reader accepts them.
 * @see https://www.ogc.org/standard/kml/
 */
import { LongDocument } from "./long-document.ts";
import { cutAtMeridian } from "./meridian.ts";
import type { DocumentOrigin, ExportedLog, ExportedLogs, TrackPoint } from "./model.ts";
import { dateTime, decimal, element, end, start, textElement, Xml } from "./xml.ts";

const NAMESPACE = "http://www.opengis.net/kml/2.2";
/** Opaque orange, visible on sea and satellite images; KML colours are aabbggrr. */
const TRACK_COLOUR = "ff1478f0";

/**
 * One log: name, times, track and both ends; written in slices.
 * @throws ApiError 22023 if the document is too large
 */
export async function logKml(log: ExportedLog, origin: DocumentOrigin): Promise<string> {
  const document = new LongDocument();
  await writeFeatures(document, log, origin);
  return framed(document, log.name, log.notes);
}

/**
 * Several logs, one folder each; written in slices.
 * @throws ApiError 22023 if the document is too large
 */
export async function logsKml(logs: ExportedLogs, origin: DocumentOrigin): Promise<string> {
  const document = new LongDocument();
  for await (const log of logs) {
    await document.write(
      start("Folder"),
      textElement("name", log.name),
      textElement("description", log.notes),
    );
    await writeFeatures(document, log, origin);
    await document.write(end("Folder"));
  }
  return framed(document, "Logbook", null);
}

function framed(features: LongDocument, name: string, description: string | null): string {
  const style = element("Style", { id: "track" }, [
    element("LineStyle", {}, [textElement("color", TRACK_COLOUR), textElement("width", "4")]),
  ]);
  return features.text(
    [
      start("kml", { xmlns: NAMESPACE }),
      start("Document"),
      textElement("name", name),
      textElement("description", description),
      style,
    ],
    [end("Document"), end("kml")],
  );
}

async function writeFeatures(
  document: LongDocument,
  log: ExportedLog,
  origin: DocumentOrigin,
): Promise<void> {
  const span = element("TimeSpan", {}, [
    textElement("begin", dateTime(log.startedAt)),
    log.endedAt === null ? null : textElement("end", dateTime(log.endedAt)),
  ]);
  await document.write(
    start("Placemark"),
    textElement("name", log.name),
    textElement("description", description(log, origin)),
    span,
    textElement("styleUrl", "#track"),
    data(log),
  );
  await writeGeometry(document, log.lines);
  await document.write(end("Placemark"));
  const first = log.lines.at(0)?.at(0);
  const last = log.lines.at(-1)?.at(-1);
  if (first !== undefined) await document.write(place(log.from ?? "Start", log.startedAt, first));
  if (last !== undefined && log.endedAt !== null)
    await document.write(place(log.to ?? "End", log.endedAt, last));
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

function place(name: string, time: number, point: TrackPoint): Xml {
  return element("Placemark", {}, [
    textElement("name", name),
    element("TimeStamp", {}, [textElement("when", dateTime(time))]),
    element("Point", {}, [textElement("coordinates", coordinates(point))]),
  ]);
}

function coordinates(point: Pick<TrackPoint, "latitude" | "longitude">): string {
  return `${decimal(point.longitude, 7)},${decimal(point.latitude, 7)}`;
}

async function writeGeometry(
  document: LongDocument,
  track: readonly (readonly TrackPoint[])[],
): Promise<void> {
  const lines = track.flatMap(cutAtMeridian);
  if (lines.length > 1) await document.write(start("MultiGeometry"));
  for (const line of lines) {
    const [only] = line;
    if (only !== undefined && line.length === 1) {
      await document.write(element("Point", {}, [textElement("coordinates", coordinates(only))]));
      continue;
    }
    await document.write(start("LineString"), textElement("tessellate", "1"), start("coordinates"));
    for (const [at, point] of line.entries())
      await document.write(new Xml(`${at === 0 ? "" : " "}${coordinates(point)}`));
    await document.write(end("coordinates"), end("LineString"));
  }
  if (lines.length > 1) await document.write(end("MultiGeometry"));
}
