import { Trans, useLingui } from "@lingui/react/macro";
import { EXPORT_FORMATS, type ExportFormat, exportLog } from "../../../api/logs/export-log.ts";
import type { Log } from "../../../api/logs/log.ts";
import { trackQuestion } from "../../../api/logs/track.ts";
import { read } from "../../../api/request.ts";
import { Download } from "../../../features/download/download.tsx";
import { AS_SAID } from "../../../languages/speech.ts";
import { chartPicture } from "../../../map/tools/chart-tools.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatInstants } from "../../../units/instant.ts";
import { nauticalMiles, spoken } from "../../../units/quantity.ts";
import { trackCsv } from "./track-csv.ts";

/** A file name valid on every file system. */
function fileName({ id, name }: Log, ending: string): string {
  const plain = (name ?? `log ${id}`).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain === "" ? "log" : plain}.${ending}`;
}

const FORMATS: Readonly<Record<ExportFormat, string>> = { gpx: "GPX", kml: "KML", geojson: "GeoJSON" };

async function csvOf(id: number): Promise<Blob> {
  const { value } = await read(trackQuestion(id, "all"), new AbortController().signal, AS_SAID);
  return new Blob([trackCsv(value)], { type: "text/csv" });
}

/** The visible chart as a picture; null if the browser cannot make one. */
async function pictureOf(title: string, credit: string): Promise<Blob | null> {
  const canvas = chartPicture(title, credit);
  return new Promise((resolve) => {
    if (canvas === null) resolve(null);
    else canvas.toBlob(resolve, "image/png");
  });
}

/** The log as files for plotters, maps and other programs, as a picture, and printed. */
export function LogDocuments({ log }: { readonly log: Log }) {
  const { t } = useLingui();
  const display = useDisplay();
  const times =
    log.started === null || log.ended === null ? "" : formatInstants(log.started, log.ended, display);
  const [name, distance] = [log.name ?? t`Log ${log.id}`, spoken(nauticalMiles(log.recordedNm, display))];
  const title = t`${name}, ${distance}, ${times}`;
  const credit = t`Coast: OpenStreetMap contributors, Natural Earth. Not for navigation.`;
  async function makePicture(): Promise<Blob> {
    const picture = await pictureOf(title, credit);
    if (picture === null) throw new Error(t`This browser cannot make a picture of the chart.`);
    return picture;
  }
  return (
    <div className="log__exports">
      {EXPORT_FORMATS.map((format) => (
        <Download
          key={format}
          words={FORMATS[format]}
          name={fileName(log, format)}
          make={() => exportLog(log.id, format)}
        />
      ))}
      <Download words="CSV" name={fileName(log, "csv")} make={() => csvOf(log.id)} />
      <Download words="PNG" local name={fileName(log, "png")} make={makePicture} />
      <Button kind="quiet" onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
    </div>
  );
}
