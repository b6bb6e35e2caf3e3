/** Detects the format of a file from its beginning, because file names are unreliable. */
import { csvReader, tableHead } from "./csv/reader.ts";
import { gpxReader } from "./gpx.ts";
import { kmlReader } from "./kml.ts";
import { hasDelta } from "./nmea/deltas.ts";
import { hasSentence, isServerLine, nmeaReader, serverLogReader } from "./nmea/reader.ts";
import { type Reader, UnreadableFile } from "./row.ts";
import { historyReader } from "./signalk-history.ts";

const KNOWN = "GPX and KML tracks, NMEA 0183 logs, Signal K history (JSON), and CSV with named columns";

/**
 * The reader for a file.
 * @param head its first few thousand characters, or all of them
 * @throws UnreadableFile if there is no reader for its format
 */
export function readerFor(head: string): Reader {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (start === "") throw new UnreadableFile("The file is empty.");
  if (start.startsWith("<")) {
    if (/<(?:\w+:)?gpx[\s>]/i.test(start)) return gpxReader;
    if (/<(?:\w+:)?kml[\s>]/i.test(start)) return kmlReader;
    throw new UnreadableFile(`The file is XML, but neither GPX nor KML. Supported formats: ${KNOWN}.`);
  }
  const lines = start.split(/\r\n|\n|\r/, 100);
  if (lines.some(isServerLine) || lines.some(hasDelta)) return serverLogReader;
  if (lines.some(hasSentence)) return nmeaReader;
  if (start.startsWith("{")) return historyReader;
  const table = tableHead(start);
  if (table !== null) return csvReader(table);
  throw new UnreadableFile(`The format of the file is not supported. Supported formats: ${KNOWN}.`);
}
