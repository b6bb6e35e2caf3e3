/**
 * SQL as a value: text with placeholders, plus parameters. Only the `sql` tag turns strings into SQL, so request text
 * cannot become part of a statement.
 */

/**
 * A bindable value. Everything is sent as text, and PostgreSQL infers its type; arrays may need a cast: `id = any
 * (${ids}::int[])`.
 */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly string[]
  | readonly number[];

/**
 * A statement ready to send. Only {@link Sql} can create one. A repeated statement has the identical string each time,
 * so it is composed and hashed once.
 */
export abstract class Statement {
  /** With `$1`, `$2` … as placeholders. */
  abstract readonly text: string;
  abstract readonly values: readonly SqlValue[];
  declare protected readonly isMadeHere: true;

  /** The same text with other values. */
  bound(values: readonly SqlValue[]): Statement {
    return new Bound(this.text, values);
  }
}

class Bound extends Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];

  constructor(text: string, values: readonly SqlValue[]) {
    super();
    this.text = text;
    this.values = values;
  }
}

/** An immutable piece of SQL. Compose pieces by interpolating them into another `sql` template. */
export class Sql extends Statement {
  readonly chunks: readonly string[];
  readonly values: readonly SqlValue[];
  #text: string | null = null;

  constructor(chunks: readonly string[], values: readonly SqlValue[]) {
    super();
    this.chunks = chunks;
    this.values = values;
  }

  get text(): string {
    this.#text ??= this.chunks.reduce((text, chunk, i) => `${text}$${i}${chunk}`);
    return this.#text;
  }
}

/** Builds a piece of SQL; interpolated values become parameters, interpolated {@link Sql} is inlined. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql {
  const chunks: string[] = [strings[0] ?? ""];
  const values: SqlValue[] = [];
  parts.forEach((part, i) => {
    const after = strings[i + 1] ?? "";
    if (part instanceof Sql) {
      chunks[chunks.length - 1] += part.chunks[0] ?? "";
      for (let k = 0; k < part.values.length; k++) {
        values.push(part.values[k] ?? null);
        chunks.push(part.chunks[k + 1] ?? "");
      }
      chunks[chunks.length - 1] += after;
    } else {
      values.push(part);
      chunks.push(after);
    }
  });
  return new Sql(chunks, values);
}

/** SQL text from the program, never from a request. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** No SQL; the neutral element of composition. */
export const empty: Sql = raw("");

/** A quoted identifier; several parts make a dotted path. */
export function ident(...parts: readonly string[]): Sql {
  return raw(parts.map((part) => `"${part.replaceAll('"', '""').replaceAll("\0", "")}"`).join("."));
}

/** A quoted literal, where parameters are not allowed. Assumes standard-conforming strings (PostgreSQL 9.1+). */
export function literal(text: string): Sql {
  const quoted = `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`;
  return raw(text.includes("\\") ? ` E${quoted.replaceAll("\\", "\\\\")}` : quoted);
}

/** Joins pieces with a separator; `empty` if there are none. */
export function join(pieces: readonly Sql[], separator = ", "): Sql {
  const chunks: string[] = [""];
  const values: SqlValue[] = [];
  pieces.forEach((piece, i) => {
    chunks[chunks.length - 1] += (i > 0 ? separator : "") + (piece.chunks[0] ?? "");
    for (let k = 0; k < piece.values.length; k++) {
      values.push(piece.values[k] ?? null);
      chunks.push(piece.chunks[k + 1] ?? "");
    }
  });
  return new Sql(chunks, values);
}
