import { callForRow, callForXml, readGeojson } from "../request.ts";
import { AnswerShapeError } from "../row.ts";

/** The download formats of a log. */
export const EXPORT_FORMATS = ["gpx", "kml", "geojson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  geojson: "application/geo+json",
};

/** A log as a document. Rejects if the server has none. */
export async function exportLog(id: number, format: ExportFormat): Promise<Blob> {
  const document =
    format === "geojson" ? await geojsonOf(id) : await callForXml(`export_logbook_${format}_fn`, { _id: id });
  return new Blob([document], { type: MEDIA_TYPES[format] });
}

async function geojsonOf(id: number): Promise<string> {
  const answer = await callForRow("export_logbook_geojson_fn", { _id: id });
  const geojson = answer.row("geojson");
  if (geojson === null) throw new AnswerShapeError("a GeoJSON document");
  return JSON.stringify(Object.fromEntries(geojson.entries()));
}

/** Several logs as one document. */
export async function exportLogs(ids: readonly number[], format: ExportFormat): Promise<Blob> {
  const document =
    format === "geojson"
      ? await readGeojson(`/logs_geojson_view?select=id,name,starttimestamp,geojson&id=in.(${ids.join(",")})`)
      : await callForXml(`export_chosen_logs_${format}_fn`, { logs: ids });
  return new Blob([document], { type: MEDIA_TYPES[format] });
}
