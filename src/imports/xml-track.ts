/**
 * Documents in XML that hold tracks, read as they arrive: elements are handed on by their local names with their text,
 * and the rows that were made of them are taken after each chunk.
 */
import sax from "sax";
import { type ImportedRow, type Reader, type Remarks, TruncatedFile } from "./row.ts";

/** What a format makes of its elements. */
export interface XmlTrack {
  /** Whether the text of the element that is open now matters. Other text is not kept, however long it is. */
  wantsText(): boolean;
  open(name: string, attributes: Readonly<Record<string, unknown>>): void;
  close(name: string, text: string): void;
  /** Rows that are complete since the last call. */
  take(): ImportedRow[];
  /** @throws UnreadableFile if the document, which is whole, had no track */
  end(): void;
}

/** A reader of documents whose outermost element is `root`. Places that are not well-formed are passed over. */
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
        if (track.wantsText()) text += part;
      };
      parser.ontext = hear;
      parser.oncdata = hear;
      parser.onopentag = ({ name, attributes }) => {
        text = "";
        track.open(localName(name), attributes);
      };
      parser.onclosetag = (name) => {
        track.close(localName(name), text.trim());
        text = "";
        if (localName(name) === root) isClosed = true;
      };
      // Names with a bare "&" are common, and do not affect the points around them.
      parser.onerror = () => {
        if (!isClosed) remarks.skip("places that are not well-formed XML");
        parser.resume();
      };
      for await (const chunk of open()) {
        parser.write(chunk);
        const rows = track.take();
        if (rows.length > 0) yield rows;
      }
      if (!isClosed) throw new TruncatedFile(`The file ends before its </${root}>: it was cut off.`);
      track.end();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
