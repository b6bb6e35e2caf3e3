import { callForDocument, callProcedure } from "../request.ts";
import { AnswerShapeError, rowOf } from "../row.ts";

/** The documents that a log can be had as. */
export const EXPORT_FORMATS = ["gpx", "kml", "geojson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  geojson: "application/geo+json",
};

/** One log as a document. Rejects when the server has none. */
export async function exportLog(id: number, format: ExportFormat): Promise<Blob> {
  const procedure = `export_logbook_${format}_fn`;
  if (format === "geojson") {
    const geojson = rowOf(rowOf(await callProcedure(procedure, { _id: id }))?.geojson);
    if (geojson === null) throw new AnswerShapeError("a GeoJSON document");
    return new Blob([JSON.stringify(geojson)], { type: MEDIA_TYPES.geojson });
  }
  const text = await callForDocument(procedure, { _id: id }, "text/xml");
  if (!text.trimStart().startsWith("<")) throw new AnswerShapeError("an XML document");
  return new Blob([text], { type: MEDIA_TYPES[format] });
}
