/** The structure of JSON text, found without parsing it: where its elements are, and how deep and how large they are. */
import type { Interruptible } from "@wakelog/kit/time/slices.ts";

/** What a body may have: a body that is not an array is one row. */
export const MOST = {
  /** Levels of arrays and objects. */
  levels: 64,
  /** The same where a handler refuses rows one by one, for the sake of the other rows. */
  levelsOfJudged: 1_000,
  /** Values in one row, on all levels together. */
  values: 250_000,
  /** The same where a handler parses a row as a whole: up to a microsecond for each. */
  valuesOfHandled: 25_000,
  /** Keys of a row, columns of a table and fields of a form. */
  keys: 4_000,
  /** Bytes of one row. */
  rowBytes: 8_388_608,
} as const;

/** How much is looked at before others may have their turn, and the least between two cuts of a row, bytes. */
const SLICE = 65_536;

/** A comma inside a row, where its text can be cut. */
export interface Cut {
  readonly at: number;
  /** The brackets that are open there, the outermost first. */
  readonly open: string;
}

/** What was found. Of text that is not JSON it means nothing, but it is no larger. */
export interface JsonStructure {
  /** Whether the outermost value is an array. */
  readonly isArray: boolean;
  /** The commas between the elements of an outermost array; only as many as there may be elements. */
  readonly commas: readonly number[];
  /** Where long rows can be cut. */
  readonly cuts: readonly Cut[];
  /** How many elements there are in an outermost array, if it is not empty. */
  readonly count: number;
  /** Where the outermost value begins and ends; the length if it does not end. */
  readonly start: number;
  readonly end: number;
  readonly levels: number;
  /** The most values of a row, on all its levels. */
  readonly values: number;
  /** The most bytes of a row. */
  readonly rowBytes: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @param mostElements how many elements' places are kept */
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
