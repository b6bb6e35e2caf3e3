/**
 * Logs of NMEA 0183 sentences, with or without a time in front of each line (`ms;N;sentence`, ISO 8601, seconds, TAG
 * blocks), possibly with deltas of navigation data in between.
 */
import { z } from "zod";
import { parseJson } from "../../json/json.ts";
import { readInstant } from "../instant.ts";
import { lineBlocks } from "../lines.ts";
import { putReading, withoutNoise } from "../navigation-path.ts";
import { type ImportedRow, type Reader, type Remarks, UnreadableFile } from "../row.ts";
import { NmeaClock } from "./clock.ts";
import type { Content } from "./fields.ts";
import { RowMerger } from "./merge.ts";
import { parseSentence, read } from "./sentence.ts";

const delta = z.object({
  updates: z.array(z.object({ values: z.array(z.object({ path: z.string(), value: z.unknown() })) })),
});

/** Whether a line contains a sentence. */
export function hasSentence(line: string): boolean {
  return /(?:^|[^A-Za-z0-9])[$!][A-Z]{2}[A-Z0-9]{3},/.test(line);
}

/** Reads sentences, and merges them into rows. */
export const nmeaReader: Reader = {
  name: "NMEA 0183",
  version: 1,
  async *read(open, remarks) {
    const log = new NmeaLog(remarks);
    for await (const lines of lineBlocks(open())) {
      const rows = lines.flatMap((line) => log.line(line) ?? []);
      if (rows.length > 0) yield rows;
    }
    const last = log.end();
    if (last !== null) yield [last];
  },
};

class NmeaLog {
  readonly #remarks: Remarks;
  readonly #clock = new NmeaClock();
  readonly #merger = new RowMerger();
  /** Whether this log's instruments send checksums, in which case a sentence without one has been cut off. */
  #isChecked = false;
  #positions = 0;
  #rows = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  line(line: string): ImportedRow | null {
    const at = line.search(/\$[A-Z]|![A-Z]|\{/);
    if (at < 0) {
      if (line.trim() !== "") this.#remarks.skip("lines without a sentence");
      return null;
    }
    const text = line.slice(at);
    if (text.startsWith("{")) {
      this.#delta(text);
      return null;
    }
    const sentence = parseSentence(text);
    if (sentence === null) return null;
    if (sentence === "broken" || (this.#isChecked && !sentence.isChecked)) {
      this.#remarks.skip("sentences that are broken or fail their checksum");
      return null;
    }
    this.#isChecked ||= sentence.isChecked;
    const content = read(sentence.name, sentence.fields);
    return content === null ? null : this.#take(content, stampOf(line.slice(0, at)));
  }

  /** @throws UnreadableFile if the whole log contains no row */
  end(): ImportedRow | null {
    const last = this.#merger.end();
    if (this.#rows > 0 || last !== null) return last;
    throw new UnreadableFile(
      this.#positions === 0
        ? "The log has no positions: no valid RMC, GGA or GLL sentence."
        : "The log does not say on which day it was written: it has no RMC or ZDA sentence, and no times in front of the lines.",
    );
  }

  #take(content: Content, stamp: number | null): ImportedRow | null {
    const { draft } = this.#merger;
    if (content.sogKnots != null) this.#merger.speed(content.sogKnots);
    if (content.cogDegrees != null) draft.courseovergroundtrue = content.cogDegrees;
    if (content.awsKnots != null)
      this.#merger.wind(withoutNoise(content.awsKnots), content.awaDegrees ?? null);
    for (const [path, value] of Object.entries(content.readings ?? {})) {
      if (value !== null) draft.metrics[path] = withoutNoise(value);
    }
    if (content.day != null && content.secondOfDay == null) this.#clock.date(content.day);
    if (content.position == null) return null;
    this.#positions++;
    const time = this.#clock.resolve(stamp, content.secondOfDay ?? null, content.day ?? null);
    if (time === null) {
      this.#remarks.skip("positions before the first date");
      return null;
    }
    const row = this.#merger.position(time, content.position.latitude, content.position.longitude);
    if (row !== null) this.#rows++;
    return row;
  }

  /** Takes the readings of a delta, but not its positions, because their clock differs from that of the sentences. */
  #delta(text: string): void {
    const found = delta.safeParse(parseJson(text));
    if (!found.success) {
      this.#remarks.skip("lines without a sentence");
      return;
    }
    for (const update of found.data.updates) {
      for (const { path, value } of update.values) {
        if (path !== "navigation.position") putReading(this.#merger.draft, path, value);
      }
    }
  }
}

/** The time in front of a sentence; null if there is none. */
function stampOf(front: string): number | null {
  if (front === "") return null;
  const tag = /\bc:(\d+)/.exec(front);
  const first =
    tag?.[1] ?? /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\d{9,}(?:\.\d+)?/.exec(front)?.[0];
  return first === undefined ? null : readInstant(first);
}
