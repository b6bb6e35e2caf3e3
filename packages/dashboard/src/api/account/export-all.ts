import { callForXml } from "../request.ts";

/** Every export, by file name. */
export const WHOLE_EXPORTS = ["logs.gpx", "logs.kml", "moorages.gpx"] as const;
export type WholeExport = (typeof WHOLE_EXPORTS)[number];

/** All logs, or all moorages, as one document. Rejects if there are none. */
export async function exportAll(file: WholeExport): Promise<Blob> {
  if (file === "logs.kml") {
    return new Blob([await callForXml("export_logbooks_kml_fn", {})], {
      type: "application/vnd.google-earth.kml+xml",
    });
  }
  const document = await callForXml(
    file === "logs.gpx" ? "export_logbooks_gpx_fn" : "export_moorages_gpx_fn",
    {},
  );
  return new Blob([document], { type: "application/gpx+xml" });
}
