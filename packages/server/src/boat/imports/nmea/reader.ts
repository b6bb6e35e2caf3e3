/**
 * Logs of NMEA 0183 sentences, with or without a time before each (`ms;N;sentence`, ISO 8601, seconds, TAG blocks,
 * OpenCPN's recorder), optionally mixed with Signal K deltas; or deltas alone.
 */
import { parseJson } from "@wakelog/kit/json/json.ts";
import { readInstant } from "../instant.ts";
import { lineBlocks } from "../lines.ts";
import { putReading, readPosition, withoutNoise } from "../navigation-path.ts";
import { type ImportedRow, type Reader, Remarks, TruncatedFile, UnreadableFile } from "../row.ts";
import { NmeaClock } from "./clock.ts";
import { type Delta, OwnContext, parseDelta } from "./deltas.ts";
import type { Content } from "./fields.ts";
import { RowMerger } from "./merge.ts";
import { parseSentence, read } from "./sentence.ts";

/** Longest prefix that may hold a sentence's time, characters. */
const LONGEST_FRONT = 200;

/** Whether a line contains a sentence. */
export function hasSentence(line: string): boolean {
  return /(?:^|[^A-Za-z0-9])[$!][A-Z0-9]{2}[A-Z0-9]{3},/.test(line);
}

/** Whether a line is from a Signal K server log. */
export function isServerLine(line: string): boolean {
  return /^\d{12,14};[A-Z];/.test(line);
}

/** Reads sentences and merges them into rows. */
export const nmeaReader: Reader = logReader("NMEA 0183");
/** Reads Signal K server logs: sentences, deltas or both. */
export const serverLogReader: Reader = logReader("Signal K log");

function logReader(name: string): Reader {
  return {
    name,
    version: 2,
    async *read(open, remarks) {
      const log = new NmeaLog(remarks);
      await log.learn(open());
      for await (const lines of lineBlocks(open())) {
        const rows = lines.flatMap((line) => log.rows(line));
        if (rows.length > 0) yield rows;
      }
      const last = log.end();
      if (last !== null) yield [last];
    },
  };
}

/** The content of a line. */
type Found =
  | { readonly kind: "content"; readonly content: Content; readonly stamp: number | null }
  | {
      readonly kind: "delta";
      readonly delta: Delta | { readonly self: string };
      readonly stamp: number | null;
    };

/** Parses lines. */
class LineParser {
  readonly #remarks: Remarks;
  /** Whether this log has checksums; a sentence without one is then truncated. */
  #isChecked = false;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  parse(line: string): Found | null {
    const at = line.search(/\$[A-Z0-9]|![A-Z]|\{/);
    if (at < 0) {
      if (line.trim() !== "") this.#remarks.skip("lines without a sentence");
      return null;
    }
    const text = line.slice(at);
    const stamp = (): number | null => stampOf(line.slice(Math.max(0, at - LONGEST_FRONT), at));
    if (text.startsWith("{")) {
      const delta = parseDelta(parseJson(text));
      if (delta === null) this.#remarks.skip("lines without a sentence");
      return delta === null ? null : { kind: "delta", delta, stamp: stamp() };
    }
    const sentence = parseSentence(text);
    if (sentence === null) return null;
    if (sentence === "broken" || (this.#isChecked && !sentence.isChecked)) {
      this.#remarks.skip("sentences that are broken or fail their checksum");
      return null;
    }
    this.#isChecked ||= sentence.isChecked;
    const content = read(sentence.name, sentence.fields);
    return content === null ? null : { kind: "content", content, stamp: stamp() };
  }
}

class NmeaLog {
  readonly #remarks: Remarks;
  readonly #parser: LineParser;
  readonly #clock = new NmeaClock();
  readonly #context = new OwnContext();
  readonly #merger = new RowMerger();
  /** Whether sentences have positions; deltas' positions, from another clock, are then ignored. */
  #hasPositions = false;
  #positions = 0;
  #rows = 0;

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
    this.#parser = new LineParser(remarks);
  }

  /** Reads the log for its dates and the boat's own context. */
  async learn(text: AsyncIterable<string>): Promise<void> {
    const parser = new LineParser(new Remarks());
    try {
      for await (const lines of lineBlocks(text)) {
        for (const line of lines) {
          const found = parser.parse(line);
          if (found?.kind === "delta") this.#context.learn(found.delta);
          if (found?.kind !== "content") continue;
          this.#clock.learn(stampsOf(found.content, found.stamp));
          this.#hasPositions ||= found.content.position != null;
        }
      }
    } catch (error) {
      // The second reading reports it.
      if (!(error instanceof TruncatedFile)) throw error;
    }
    this.#clock.settle();
    this.#context.settle(!this.#hasPositions);
  }

  /** The rows due after a line. */
  rows(line: string): readonly ImportedRow[] {
    const found = this.#parser.parse(line);
    if (found === null) return [];
    const rows =
      found.kind === "content"
        ? this.#content(found.content, found.stamp)
        : this.#delta(found.delta, found.stamp);
    this.#rows += rows.length;
    return rows;
  }

  /** @throws UnreadableFile if the log has no row */
  end(): ImportedRow | null {
    const last = this.#merger.end();
    if (this.#rows > 0 || last !== null) return last;
    throw new UnreadableFile(
      this.#positions === 0
        ? "The log has no positions: no valid RMC, GGA or GLL sentence."
        : "The log does not say on which day it was written: it has no RMC or ZDA sentence, and no times in front of the lines.",
    );
  }

  #content(content: Content, stamp: number | null): readonly ImportedRow[] {
    const { draft } = this.#merger;
    if (content.sogKnots != null) this.#merger.speed(content.sogKnots);
    if (content.cogDegrees != null) draft.courseovergroundtrue = content.cogDegrees;
    if (content.awsKnots != null)
      this.#merger.wind(withoutNoise(content.awsKnots), content.awaDegrees ?? null);
    for (const [path, value] of Object.entries(content.readings ?? {})) {
      if (value !== null) draft.metrics[path] = withoutNoise(value);
    }
    const time = this.#clock.resolve(stampsOf(content, stamp));
    return content.position == null ? [] : this.#position(time, content.position);
  }

  #delta(delta: Delta | { readonly self: string }, stamp: number | null): readonly ImportedRow[] {
    if ("self" in delta) return [];
    if (!this.#context.has(delta)) {
      this.#remarks.skip("deltas of other vessels");
      return [];
    }
    return delta.updates.flatMap(({ timestamp, values }) => {
      const { draft } = this.#merger;
      for (const { path, value } of values) {
        const highest = draft.speedoverground ?? 0;
        if (path !== "navigation.position") putReading(draft, path, value);
        if (path === "navigation.speedOverGround" && (draft.speedoverground ?? 0) < highest)
          draft.speedoverground = highest;
      }
      const place = values.findLast(({ path }) => path === "navigation.position");
      const position = this.#hasPositions ? null : readPosition(place?.value);
      return position === null ? [] : this.#position(readInstant(timestamp ?? "") ?? stamp, position);
    });
  }

  #position(
    time: number | null,
    { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  ): readonly ImportedRow[] {
    this.#positions++;
    if (time === null) {
      this.#remarks.skip("positions before the first date");
      return [];
    }
    const row = this.#merger.position(time, latitude, longitude);
    return row === null ? [] : [row];
  }
}

function stampsOf({ secondOfDay, day, isSureOfDay }: Content, stamp: number | null) {
  return { stamp, secondOfDay: secondOfDay ?? null, day: day ?? null, isSure: isSureOfDay === true };
}

/** The time before a sentence; null if there is none. */
function stampOf(front: string): number | null {
  if (front === "") return null;
  const tag = /\bc:(\d+)/.exec(front);
  const first =
    tag?.[1] ?? /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\d{9,}(?:\.\d+)?/.exec(front)?.[0];
  return first === undefined ? null : readInstant(first);
}
