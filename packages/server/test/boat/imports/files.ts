/** Generated files of every format: an hour at rest, an hour at 5 kn northward, an hour at rest. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readerFor } from "../../../src/boat/imports/format.ts";
import { type ImportedRow, Remarks } from "../../../src/boat/imports/row.ts";

export const START = Date.UTC(2026, 5, 1, 8);
const MINUTE = 60_000;

export interface Point {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number;
}

/** A point each `seconds` for three hours. */
export function trip(seconds = 60): Point[] {
  return Array.from({ length: (180 * 60) / seconds + 1 }, (_, i) => {
    const minute = (i * seconds) / 60;
    const sailed = Math.min(60, Math.max(0, minute - 60));
    return {
      time: START + minute * MINUTE,
      latitude: 59.8 + (sailed * 5) / 3600,
      longitude: -22.9,
      sogKnots: minute > 60 && minute <= 120 ? 5 : 0,
    };
  });
}

export function gpx(points: readonly Point[], point: (p: Point) => string = () => ""): string {
  const inner = points.map(
    (p) =>
      `<trkpt lat="${p.latitude}" lon="${p.longitude}"><ele>1</ele><time>${new Date(p.time).toISOString()}</time>${point(p)}</trkpt>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="a logger" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time></wpt><trk><name>Out &amp; back</name><trkseg>\n${inner.join("\n")}\n</trkseg></trk></gpx>\n`;
}

/** A track between a waypoint and a view that have times, too. */
export function kml(points: readonly Point[]): string {
  const elsewhen = "<TimeStamp><when>2020-01-01T00:00:00Z</when></TimeStamp>";
  const times = points.map((p) => `<when>${new Date(p.time).toISOString()}</when>`);
  const positions = points.map((p) => `<gx:coord>${p.longitude} ${p.latitude} 0</gx:coord>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Placemark>${elsewhen}<Point><coordinates>1,2</coordinates></Point></Placemark>
<Placemark><gx:Track>\n${times.join("\n")}\n${positions.join("\n")}\n</gx:Track></Placemark>
<LookAt><gx:TimeStamp><when>2020-01-01T00:00:00Z</when></gx:TimeStamp></LookAt></Document></kml>\n`;
}

export function history(points: readonly Point[]): string {
  return JSON.stringify({
    context: "vessels.self",
    values: [{ path: "navigation.position" }, { path: "navigation.speedOverGround", method: "average" }],
    range: { from: new Date(START).toISOString(), to: new Date(START).toISOString() },
    data: points.map((p) => [
      `${new Date(p.time).toISOString().slice(0, -1)}000000Z`,
      [p.longitude, p.latitude],
      (p.sogKnots * 1852) / 3600,
    ]),
  });
}

export function csv(points: readonly Point[]): string {
  return `time,lat,lon,sog (kn),depth_m,cook\n${points
    .map((p) => `${new Date(p.time).toISOString()},${p.latitude},${p.longitude},${p.sogKnots},4.5,Aino`)
    .join("\r\n")}\r\n`;
}

/** A sentence with its checksum. */
export function sentence(body: string): string {
  const sum = [...body].reduce((value, char) => value ^ char.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
}

export function rmc({ time, latitude, longitude, sogKnots }: Point): string {
  const [date, clock] = new Date(time).toISOString().split("T") as [string, string];
  const angle = (value: number, digits: number): string => {
    const degrees = Math.floor(Math.abs(value));
    return `${String(degrees).padStart(digits, "0")}${((Math.abs(value) - degrees) * 60).toFixed(6).padStart(9, "0")}`;
  };
  const day = `${date.slice(8, 10)}${date.slice(5, 7)}${date.slice(2, 4)}`;
  return sentence(
    `GPRMC,${clock.slice(0, 12).replace(/[:Z]/g, "")},A,${angle(latitude, 2)},${latitude < 0 ? "S" : "N"},${angle(longitude, 3)},${longitude < 0 ? "W" : "E"},${sogKnots},0.0,${day},,,A`,
  );
}

/** Reads a text in chunks of a size, as from a file. */
export async function readText(
  text: string,
  chunk = 1000,
): Promise<{ rows: ImportedRow[]; remarks: Remarks; error: Error | null }> {
  const remarks = new Remarks();
  const rows: ImportedRow[] = [];
  async function* open(): AsyncGenerator<string> {
    for (let i = 0; i < text.length; i += chunk) yield text.slice(i, i + chunk);
  }
  try {
    for await (const block of readerFor(text.slice(0, 65_536)).read(open, remarks)) rows.push(...block);
    return { rows, remarks, error: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows, remarks, error };
  }
}

/** A folder of files that is removed at the end. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "wakelog-import-"));
  return {
    path,
    file(name: string, content: string | Uint8Array): string {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
