/** Detects a file's format from its first characters, because file names are unreliable. */
import { csvReader, tableHead } from "./csv/reader.ts";
import { gpxReader } from "./gpx.ts";
import { kmlReader } from "./kml.ts";
import { hasDelta } from "./nmea/deltas.ts";
import { hasSentence, isServerLine, nmeaReader, serverLogReader } from "./nmea/reader.ts";
import { onceEach } from "./once.ts";
import { type Reader, UnreadableFile } from "./row.ts";
import { historyReader } from "./signalk-history.ts";

const KNOWN = "GPX and KML tracks, NMEA 0183 logs, Signal K history (JSON), and CSV with named columns";

/**
 * The reader for a file.
 * @param head its first few thousand characters, or the whole file
 * @throws UnreadableFile if the format is not supported
 */
export function readerFor(head: string): Reader {
  const reader = formatOf(head);
  return { ...reader, read: (open, remarks) => onceEach(reader.read(open, remarks), remarks) };
}

/** Error for a zip archive. */
export const ZIP_ARCHIVE =
  "The file is a zip archive, as a KMZ or a spreadsheet is, too. Unpack it, and import what is in it.";

/** How unsupported formats begin, and what to do with them. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, "The file is a PDF. Export the track in another format."],
  [/^SQLite format 3/, "The file is a database (SQLite). Export the track in another format."],
  [/^.{0,12}\.FIT/s, "FIT files are not read yet. Export the track as GPX."],
  [/^<(?:!doctype\s+html|html)[\s>]/i, "The file is a web page (HTML), not the data."],
];

function formatOf(head: string): Reader {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (start === "") throw new UnreadableFile("The file is empty.");
  if (start.startsWith("PK\u0003\u0004")) throw new UnreadableFile(ZIP_ARCHIVE);
  const other = OTHERS.find(([beginning]) => beginning.test(start.slice(0, 100)));
  if (other !== undefined) throw new UnreadableFile(other[1]);
  if (start.startsWith("<")) {
    if (/<(?:\w+:)?gpx[\s>]/i.test(start)) return gpxReader;
    if (/<(?:\w+:)?kml[\s>]/i.test(start)) return kmlReader;
    throw new UnreadableFile(`The file is XML, but neither GPX nor KML. Supported formats: ${KNOWN}.`);
  }
  const lines = start.split(/\r\n|\n|\r/, 100);
  if (lines.some(isServerLine) || lines.some(hasDelta)) return serverLogReader;
  if (lines.some(hasSentence)) return nmeaReader;
  if (start.startsWith("{")) return historyReader;
  // The first column may be unnamed.
  const table = tableHead(head.replace(/^\uFEFF/, ""));
  if (table !== null) return csvReader(table);
  throw new UnreadableFile(`The format of the file is not supported. Supported formats: ${KNOWN}.`);
}
