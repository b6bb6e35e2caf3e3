/** Hemisphere columns: N, S, E or W for unsigned coordinates. */
import { UnreadableFile } from "../row.ts";
import { coordinate } from "./cells.ts";

type Side = "N" | "S" | "E" | "W";
/** A hemisphere as a header writes it. */
export type HeadSide = Side | "O";
/** The hemispheres of a coordinate, positive first. */
type Axis = "NS" | "EW";
const AXES = ["NS", "EW"] as const;

/** Words for hemispheres in programs' languages. O alone is east in German and west in French. */
const WORDS: ReadonlyMap<string, HeadSide> = new Map([
  ...spellings("N", "n north northern nord norte noord norr"),
  ...spellings("S", "s south southern süd sued sud sur sul zuid syd"),
  ...spellings("E", "e east eastern est ost este leste l oost öst øst"),
  ...spellings("W", "w west western ouest oeste ovest väst vest"),
  ...spellings("O", "o"),
]);
/** Placeholders for an empty cell. */
const NOTHING = /^(?:|-+|\?|null|none|nan|n\/?a)$/i;
/** Headers of directions, not hemispheres. */
const DIRECTION =
  /wind|vent|gust|swell|wave|welle|seegang|current|strom|tide|course|heading|bearing|compass|kurs/i;
/** Headers that name a hemisphere, even if the cells hold unknown words. */
const HEMISPHERE = /h[eé]mi|hem(?:$|[^a-z])/i;

function spellings<T extends HeadSide>(side: T, words: string): (readonly [string, T])[] {
  return words.split(" ").map((word) => [word, side]);
}

/** The side that a text is; null if it is none. */
export function sideOf(text: string): HeadSide | null {
  return WORDS.get(text.toLowerCase().replace(/^°|\.$/g, "")) ?? null;
}

/** A hemisphere column and its meaning of O. */
export interface SideColumn {
  readonly index: number;
  readonly axis: Axis;
  readonly o: "E" | "W" | null;
  /** The side of all lines, if the head of the coordinate's own column names it. */
  readonly all?: Side;
}

/** The column of a latitude or longitude. */
export interface Coordinate {
  readonly index: number;
  readonly name: string;
  /** The side that its head names. */
  readonly side?: HeadSide | undefined;
}

/** What a column's header says about it. */
export interface Candidate {
  readonly index: number;
  readonly name: string;
  /** The coordinate that the header names; null if the cells decide. */
  readonly axis: Axis | null;
}

/**
 * Applies the hemisphere from another column to a coordinate.
 * @param cell the coordinate's text
 * @returns null if the hemisphere is unknown or contradicts the coordinate
 */
export function onSide(value: number, cell: string, side: string, { axis, o }: SideColumn): number | null {
  if (NOTHING.test(side)) return null;
  const [positive, negative] = axis;
  const word = sideOf(side);
  // With a clear header, the first letter is enough.
  const letter = (word === "O" ? o : word) ?? side.slice(0, 1).toUpperCase();
  const sign = signOf(value, cell);
  if (letter === positive) return sign === "-" ? null : value;
  return letter === negative && sign !== "+" ? -Math.abs(value) : null;
}

/** A coordinate's own sign, from its sign or letter. */
function signOf(value: number, cell: string): "-" | "+" | "" {
  return value < 0 ? "-" : /^[+NE]|[NE]$/i.test(cell) ? "+" : "";
}

/** Finds hemisphere columns from the cells of all lines, whatever their headers. */
export class Sides {
  readonly #coordinates: Readonly<Record<Axis, Coordinate>>;
  /** The signs of coordinates whose heads name a side. */
  readonly #signs = { NS: new Set<string>(), EW: new Set<string>() };
  readonly #delimiter: string;
  /** By column: hemispheres, each with the sign of its coordinate, such as "S" or "N-". */
  readonly #seen: Map<Candidate, Set<string>>;

  /** @param coordinates the latitude and longitude columns */
  constructor(
    coordinates: Readonly<Record<Axis, Coordinate>>,
    candidates: readonly Candidate[],
    delimiter: string,
  ) {
    this.#coordinates = coordinates;
    this.#delimiter = delimiter;
    this.#seen = new Map(
      candidates
        .filter(({ name, axis }) => axis !== null || namesSide(name) || !DIRECTION.test(name))
        .map((candidate) => [candidate, new Set()]),
    );
  }

  /** Whether more lines cannot change the result. */
  get isSettled(): boolean {
    return this.#seen.size === 0 && AXES.every((axis) => this.#coordinates[axis].side === undefined);
  }

  /** @throws UnreadableFile if a column that must hold hemispheres holds something else */
  learn(record: readonly string[]): void {
    for (const axis of AXES) {
      const { value, cell } = this.#read(record, axis);
      if (value !== null && value !== 0) this.#signs[axis].add(signOf(value, cell));
    }
    for (const [column, seen] of this.#seen) {
      const text = (record[column.index] ?? "").trim();
      const side = sideOf(text);
      if (side !== null) {
        const axis = side === "N" || side === "S" ? "NS" : "EW";
        const { value, cell } = this.#read(record, axis);
        seen.add(side + (value === null ? "" : signOf(value, cell)));
      } else if (column.axis === null && !NOTHING.test(text)) {
        if (HEMISPHERE.test(column.name) || (seen.size > 0 && named(column.name) !== null))
          throw new UnreadableFile(
            `The column ${column.name} of the table names sides of the earth, but has the cell ${text.slice(0, 30)}: write N, S, E or W.`,
          );
        this.#seen.delete(column);
      }
    }
  }

  #read(record: readonly string[], axis: Axis): { readonly value: number | null; readonly cell: string } {
    const cell = (record[this.#coordinates[axis].index] ?? "").trim();
    return { value: coordinate(cell, this.#delimiter), cell };
  }

  /**
   * The hemisphere columns of both coordinates; undefined if there is none.
   * @throws UnreadableFile if a column is ambiguous and positions depend on it
   */
  decide(): Readonly<Record<Axis, SideColumn | undefined>> {
    return { NS: this.#column("NS") ?? this.#headed("NS"), EW: this.#column("EW") ?? this.#headed("EW") };
  }

  /** The coordinate itself, if its head names the negative side. Under north and east, a minus is the other side. */
  #headed(axis: Axis): SideColumn | undefined {
    const { index, name, side } = this.#coordinates[axis];
    if (side === "O") throw ambiguous(name);
    if (side === undefined || side === axis[0]) return undefined;
    const signs = this.#signs[axis];
    if (signs.has("+") || signs.size > 1) throw contradicting(name);
    return { index, axis, o: null, all: side };
  }

  #column(axis: Axis): SideColumn | undefined {
    const all = [...this.#seen.keys()];
    const known = all.find((column) => column.axis === axis);
    if (known !== undefined) return { index: known.index, axis, o: this.#meaningOfO(known) };
    const found = all.filter((column) => this.#axisOf(column) === axis);
    const doubtful = found.find((column) => this.#matters(column, axis));
    if (doubtful === undefined) return undefined;
    const chosen = this.#clearest(found, axis);
    if (chosen === undefined) throw unclear(doubtful);
    if (!this.#matters(chosen, axis)) return undefined;
    const wrong = named(chosen.name);
    if (wrong !== null && wrong !== axis) throw unclear(chosen);
    const o = this.#meaningOfO(chosen);
    for (const one of this.#seen.get(chosen) ?? []) {
      const letter = one.startsWith("O") ? o : one[0];
      if (one.endsWith(letter === axis[0] ? "-" : "+")) throw contradicting(chosen.name);
    }
    return { index: chosen.index, axis, o };
  }

  /** The coordinate of a column's hemispheres; null if they are mixed. */
  #axisOf(column: Candidate): Axis | null {
    const letters = [...(this.#seen.get(column) ?? [])].map((one) => one[0] ?? "");
    if (letters.length === 0) return null;
    if (letters.every((letter) => "NS".includes(letter))) return "NS";
    if (letters.every((letter) => "EWO".includes(letter))) return "EW";
    if (namesSide(column.name)) throw unclear(column);
    return null;
  }

  /**
   * The column whose header names the coordinate, or one with a partner for the other coordinate, preferably
   * beside its own coordinate. A lone column may be the direction of the wind or the boat.
   */
  #clearest(found: readonly Candidate[], axis: Axis): Candidate | undefined {
    const isBeside = ({ index }: Candidate) => Math.abs(index - this.#coordinates[axis].index) === 1;
    const hasPartner = [...this.#seen.keys()].some((column) => ![null, axis].includes(this.#axisOf(column)));
    const named = found.filter(({ name }) => namesSide(name));
    const beside = hasPartner ? found.filter(isBeside) : [];
    const clear = [named, beside, hasPartner ? found : []].find(({ length }) => length > 0) ?? [];
    return clear.length === 1 ? clear[0] : undefined;
  }

  /** Whether a column may change a coordinate or contradict it by name; others need not be understood. */
  #matters(column: Candidate, axis: Axis): boolean {
    const seen = [...(this.#seen.get(column) ?? [])];
    const moves = seen.some((one) => !one.startsWith(axis.slice(0, 1)));
    if (namesSide(column.name)) return moves || seen.some((one) => one.endsWith("-"));
    return moves && seen.some((one) => one.length === 1);
  }

  #meaningOfO({ index, name }: Candidate): "E" | "W" | null {
    const [column] = [...this.#seen].filter(([candidate]) => candidate.index === index);
    const letters = new Set([...(column?.[1] ?? [])].map((one) => one[0]));
    if (!letters.has("O")) return null;
    if (letters.has("E") !== letters.has("W")) return letters.has("E") ? "W" : "E";
    throw ambiguous(name);
  }
}

/** The coordinate that a header names; null if none or both. */
function named(name: string): Axis | null {
  const [isLatitude, isLongitude] = [/lat/i.test(name), /lon|lng/i.test(name)];
  return isLatitude === isLongitude ? null : isLatitude ? "NS" : "EW";
}

/** Whether a header names a hemisphere of any coordinate. */
function namesSide(name: string): boolean {
  return named(name) !== null || HEMISPHERE.test(name);
}

function contradicting(name: string): UnreadableFile {
  return new UnreadableFile(
    `The column ${name} of the table contradicts the signs of the coordinates: remove the one that is wrong.`,
  );
}

function ambiguous(name: string): UnreadableFile {
  return new UnreadableFile(
    `The column ${name} of the table has O, which is east (Ost) or west (Ouest): write E or W.`,
  );
}

function unclear({ name }: Candidate): UnreadableFile {
  return new UnreadableFile(
    `It is not clear which coordinate the column ${name} of the table belongs to: name the columns of sides N/S and E/W, or remove what is none.`,
  );
}
