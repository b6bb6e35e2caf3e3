/** Splits a chunked JSON object into its members, and one long array in it into elements. */

/** A member of the object or an element of the long array. */
export interface Member {
  readonly key: string;
  /** JSON text. */
  readonly text: string;
  readonly isElement: boolean;
}

/** Longest member or element, characters, apart from the long array. */
const LARGEST = 16_777_216;
const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', "\\", ",", ":"].map((one) => one.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = ["{", "}", "[", "]"].map((one) =>
  one.charCodeAt(0),
);

/** Splits the text of one object without parsing its parts. */
export class MemberSplitter {
  readonly #long: string;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inLong = false;
  #key: string | null = null;
  #rest = "";

  /** @param long the key of the long array */
  constructor(long: string) {
    this.#long = long;
  }

  /** Whether the object has ended. */
  ended = false;

  /** @throws SyntaxError if a key is not JSON or a part does not end */
  feed(chunk: string): Member[] {
    const found: Member[] = [];
    let start = 0;
    const cut = (at: number): string => {
      const text = this.#rest + chunk.slice(start, at);
      this.#rest = "";
      start = at + 1;
      return text;
    };
    const emit = (at: number): void => {
      const text = cut(at).trim();
      if (this.#key !== null && text !== "") found.push({ key: this.#key, text, isElement: this.#inLong });
    };
    for (let i = 0; i < chunk.length && !this.ended; i++) {
      const c = chunk.charCodeAt(i);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (c === BACKSLASH) this.#escaped = true;
        else if (c === QUOTE) this.#inString = false;
      } else if (c === QUOTE) this.#inString = true;
      else if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
        this.#depth++;
        if (this.#depth === 1) cut(i);
        else if (this.#depth === 2 && c === OPEN_ARRAY && this.#key === this.#long) {
          cut(i);
          this.#inLong = true;
        }
      } else if (c === CLOSE_OBJECT || c === CLOSE_ARRAY) {
        if (this.#depth === 1 || (this.#depth === 2 && this.#inLong)) emit(i);
        if (this.#depth === 2) this.#key = this.#inLong ? null : this.#key;
        if (this.#depth === 2) this.#inLong = false;
        this.#depth--;
        this.ended = this.#depth === 0;
      } else if (c === COMMA && (this.#depth === 1 || (this.#depth === 2 && this.#inLong))) {
        emit(i);
        if (this.#depth === 1) this.#key = null;
      } else if (c === COLON && this.#depth === 1 && this.#key === null) {
        this.#key = String(JSON.parse(cut(i)));
      }
    }
    this.#rest += chunk.slice(start);
    if (this.#rest.length > LARGEST)
      throw new SyntaxError(`a part of it is longer than ${LARGEST} characters`);
    return found;
  }
}
