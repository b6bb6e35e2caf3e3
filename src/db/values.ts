/** Values on their way to and from PostgreSQL's text format. */
import type { SqlValue } from "./sql.ts";

/** A parameter as the protocol sends it: text, bytes (binary format), or null. */
export function encode(value: SqlValue): string | Buffer | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

type Parser = (text: string) => unknown;

const bool: Parser = (text) => text === "t";
const json: Parser = (text) => JSON.parse(text);
const same: Parser = (text) => text;

/** By type OID (pg_type.dat); types that are not here stay text, so that no digit and no zone is lost. */
const PARSERS: ReadonlyMap<number, Parser> = new Map([
  [16, bool],
  [21, Number],
  [23, Number],
  [26, Number],
  [700, Number],
  [701, Number],
  [114, json],
  [3802, json],
  [1000, arrayOf(bool)],
  [1003, arrayOf(same)],
  [1005, arrayOf(Number)],
  [1007, arrayOf(Number)],
  [1009, arrayOf(same)],
  [1015, arrayOf(same)],
  [1021, arrayOf(Number)],
  [1022, arrayOf(Number)],
  [1028, arrayOf(Number)],
]);

/** Parses a value of a type by its OID. */
export function decode(text: string | null, oid: number): unknown {
  return text === null ? null : (PARSERS.get(oid) ?? same)(text);
}

/**
 * Parses an array's text; nested braces become nested arrays.
 * @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
function arrayOf(element: Parser): Parser {
  return (text) => {
    let at = text.indexOf("{") + 1;
    const read = (): unknown[] => {
      const items: unknown[] = [];
      while (at < text.length) {
        const c = text[at];
        if (c === "}") {
          at++;
          return items;
        }
        if (c === ",") at++;
        else if (c === "{") {
          at++;
          items.push(read());
        } else if (c === '"') {
          let item = "";
          for (at++; text[at] !== '"'; at++) {
            if (text[at] === "\\") at++;
            item += text[at];
          }
          at++;
          items.push(element(item));
        } else {
          const start = at;
          while (text[at] !== "," && text[at] !== "}") at++;
          const item = text.slice(start, at);
          items.push(item === "NULL" ? null : element(item));
        }
      }
      return items;
    };
    return read();
  };
}
