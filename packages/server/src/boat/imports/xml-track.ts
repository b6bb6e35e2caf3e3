/**
 * Streams XML documents with tracks: passes on elements by local name with their text, and yields the resulting rows
 * after each chunk.
 */
import sax from "sax";
import { type ImportedRow, type Reader, type Remarks, TruncatedFile, UnreadableFile } from "./row.ts";

/** Longest text of an element; numbers, times and places are shorter. */
const LONGEST_TEXT = 1000;
/** Syntax errors tolerated; a file with more is not XML. */
const MOST_FAULTS = 1000;
/** Characters parsed at once; also the limit for a declaration. */
const SLICE = 1024;
/** Limit for nested elements, and for attributes per element. */
const MOST_NESTED = 64;
const MOST_ATTRIBUTES = 1000;

/** A format's handler for elements. */
export interface XmlTrack {
  /** Whether the text of the current element is needed; other text is not kept, whatever its length. */
  wantsText(): boolean;
  open(name: string, attributes: Readonly<Record<string, unknown>>): void;
  close(name: string, text: string): void;
  /** Rows completed since the last call. */
  take(): ImportedRow[];
  /** Rows held back until the end. */
  last(): ImportedRow[];
  /** @throws UnreadableFile if the complete document had no track */
  end(): void;
}

/** A reader for documents with the root element `root`. Syntax errors are skipped. */
export function xmlTrackReader(
  format: Pick<Reader, "name" | "version">,
  root: string,
  trackOf: (remarks: Remarks) => XmlTrack,
): Reader {
  return {
    ...format,
    async *read(open, remarks) {
      const track = trackOf(remarks);
      const parser = sax.parser(true, { position: false });
      let text = "";
      let isClosed = false;
      const hear = (part: string) => {
        if (text.length < LONGEST_TEXT && track.wantsText()) text += part.slice(0, LONGEST_TEXT);
      };
      parser.ontext = hear;
      parser.oncdata = hear;
      let [nested, given] = [0, 0];
      parser.onattribute = () => {
        given++;
        if (given > MOST_ATTRIBUTES)
          throw new UnreadableFile(`An element of the file has more than ${MOST_ATTRIBUTES} attributes.`);
      };
      parser.onopentag = ({ name, attributes }) => {
        text = "";
        given = 0;
        nested++;
        if (nested > MOST_NESTED)
          throw new UnreadableFile(`The elements of the file are nested deeper than ${MOST_NESTED} levels.`);
        track.open(localName(name), attributes);
      };
      parser.onclosetag = (name) => {
        nested--;
        track.close(localName(name), text.trim());
        text = "";
        if (localName(name) === root) isClosed = true;
      };
      let faults = 0;
      // A bare "&" in a name is common and does not affect the points around it.
      parser.onerror = () => {
        faults++;
        if (faults > MOST_FAULTS)
          throw isClosed
            ? new TruncatedFile(`What follows the </${root}> of the file was not read.`)
            : new UnreadableFile("The file is not well-formed XML.");
        if (!isClosed) remarks.skip("places that are not well-formed XML");
        parser.resume();
      };
      for await (const chunk of open()) {
        for (let at = 0; at < chunk.length; at += SLICE) {
          parser.write(chunk.slice(at, at + SLICE));
          // The parser rescans the whole declaration at each character.
          if ("sgmlDecl" in parser && String(parser.sgmlDecl).length > SLICE)
            throw new UnreadableFile("The file is not well-formed XML.");
        }
        const rows = track.take();
        if (rows.length > 0) yield rows;
      }
      const last = track.last();
      if (last.length > 0) yield last;
      if (!isClosed) throw new TruncatedFile(`The file ends before its </${root}>: it was cut off.`);
      track.end();
    },
  };
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
