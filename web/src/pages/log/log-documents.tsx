import { EXPORT_FORMATS, type ExportFormat, exportLog } from "../../api/logs/export-log.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

const WORDS: Readonly<Record<ExportFormat, string>> = { gpx: "GPX", kml: "KML", geojson: "GeoJSON" };

/** Saves a document as a file. */
function save(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name that every file system accepts. */
function fileName(name: string, format: ExportFormat): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain === "" ? "log" : plain}.${format}`;
}

function Download({ id, name, format }: { id: number; name: string; format: ExportFormat }) {
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => {
    save(await exportLog(id, format), fileName(name, format));
  });
  return (
    <>
      <Button kind="quiet" icon="download" busy={running} disabled={!online} onClick={() => void run()}>
        {WORDS[format]}
        <span className="visually-hidden"> download</span>
      </Button>
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </>
  );
}

/** The log as files for chart plotters, maps and other programs. */
export function LogDocuments({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Card title="Take it with you">
      <div className="log__exports">
        {EXPORT_FORMATS.map((format) => (
          <Download key={format} id={id} name={name} format={format} />
        ))}
      </div>
    </Card>
  );
}
