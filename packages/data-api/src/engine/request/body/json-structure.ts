/** Scans the structure of JSON without parsing it: positions, depth and size of its elements. */
import type { Interruptible } from "@wakelog/kit/time/slices.ts";

/** Limits of a body. A body other than an array is one row. */
export const MOST = {
  /** Nesting depth. */
  levels: 64,
  /** Nesting depth where a handler refuses rows one by one, so as not to lose the others. */
  levelsOfJudged: 1_000,
  /** Values per row, over all levels. */
  values: 250_000,
  /** Values per row where a handler parses the whole row, at up to a microsecond each. */
  valuesOfHandled: 25_000,
  /** Keys of a row, columns of a table, or fields of a form. */
  keys: 4_000,
  /** Bytes per row. */
  rowBytes: 8_388_608,
} as const;

/** Bytes per time slice, and the minimum between two cuts of a row. */
const SLICE = 65_536;

/** A comma inside a row at which its text can be cut. */
export interface Cut {
  readonly at: number;
  /** The brackets open there, outermost first. */
  readonly open: string;
}

/** The result. For invalid JSON it is meaningless, but no larger. */
export interface JsonStructure {
  /** Whether the outermost value is an array. */
  readonly isArray: boolean;
  /** The commas between the elements of an outermost array, up to the element limit. */
  readonly commas: readonly number[];
  /** Where to cut long rows. */
  readonly cuts: readonly Cut[];
  /** The number of elements of a non-empty outermost array. */
  readonly count: number;
  /** Start and end of the outermost value; the length if it is unterminated. */
  readonly start: number;
  readonly end: number;
  readonly levels: number;
  /** Most values in a row, over all levels. */
  readonly values: number;
  /** Most bytes in a row. */
  readonly rowBytes: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @param mostElements how many elements' positions to keep */
export function* jsonStructure(bytes: Buffer, mostElements: number): Interruptible<JsonStructure> {
  const start = yield* firstOf(bytes);
  const isArray = bytes[start] === OPEN_ARRAY;
  const commas: number[] = [];
  const cuts: Cut[] = [];
  const open: string[] = [];
  let end = bytes.length;
  let [at, count, depth, levels, values, most] = [start, 1, 0, 0, 0, 0];
  let [row, rowBytes, piece] = [start, 0, start];
  let isText = false;
  while (at < end) {
    const stop = Math.min(at + SLICE, end);
    while (at < stop) {
      const byte = bytes[at];
      at += 1;
      if (isText) {
        if (byte === QUOTE) isText = false;
        else if (byte === BACKSLASH) at += 1;
      } else if (byte === QUOTE) isText = true;
      else if (byte === COMMA) {
        values += 1;
        if (depth !== 1 || !isArray) {
          if (at - piece < SLICE || depth < 1 || depth > MOST.levels) continue;
          cuts.push({ at: at - 1, open: open.slice(0, depth).join("") });
          piece = at;
          continue;
        }
        most = Math.max(most, values);
        rowBytes = Math.max(rowBytes, at - row);
        [values, row, piece] = [0, at, at];
        count += 1;
        if (commas.length < mostElements) commas.push(at - 1);
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        values += 1;
        if (depth >= 0 && depth < MOST.levels) open[depth] = byte === OPEN_ARRAY ? "[" : "{";
        depth += 1;
        if (depth > levels) levels = depth;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth > 0) continue;
        end = at;
        break;
      }
    }
    yield;
  }
  return {
    isArray,
    commas,
    cuts,
    count,
    start,
    end,
    levels,
    values: Math.max(most, values),
    rowBytes: Math.max(rowBytes, bytes.length - row),
  };
}

/** Where the first value begins. */
function* firstOf(bytes: Buffer): Interruptible<number> {
  let at = 0;
  for (; at < bytes.length && isBlank(bytes[at]); at++) if (at % SLICE === SLICE - 1) yield;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
