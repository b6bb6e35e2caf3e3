/** Explains invalid JSON (RFC 8259) in the protocol's words: what is missing, what was expected, and what was found. */

const SPACE = /[ \t\n\r]*/y;
const DIGITS = /\d*/y;
const EXPONENT = /(?:[eE][+-]?\d+)?/y;
/** A string's content up to the first character that needs a closer look. */
const PLAIN = /[ !#-[\]-\u007f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))|(\\)/g;
const LITERALS: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

const NO_VALUE = "Failed reading: not a valid json value";

/** Bytes shown of what was found. */
const SHOWN = 100;

/** An error at a position; used in this file only. */
class Fault {
  readonly what: string;
  readonly expected: string | null;
  readonly at: number;

  constructor(what: string, expected: string | null, at: number) {
    this.what = what;
    this.expected = expected;
    this.at = at;
  }
}

/** The error in a text; null if it is valid JSON. */
export function jsonFault(text: string): string | null {
  try {
    const reader = new Reader(text);
    reader.space();
    reader.value();
    reader.space();
    return reader.atEnd ? null : worded(text, new Fault("endOfInput", null, reader.pos));
  } catch (fault) {
    if (fault instanceof Fault) return worded(text, fault);
    // Nested too deeply for this parser.
    if (fault instanceof RangeError) return NO_VALUE;
    throw fault;
  }
}

function worded(text: string, { what, expected, at }: Fault): string {
  const line = text.slice(at, at + SHOWN).replace(/\n.*/s, "");
  // Drops an incomplete character at the end.
  const found = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(line).subarray(0, SHOWN), {
    stream: true,
  });
  const shown = found.replace(/["\\/ \t\r]/g, "");
  return `${what}${expected === null ? "" : `. Expecting ${expected}`}${shown === "" ? "" : ` at '${shown}'`}`;
}

class Reader {
  readonly text: string;
  pos = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.pos >= this.text.length;
  }

  space(): void {
    this.take(SPACE);
  }

  value(): void {
    const first = this.text[this.pos] ?? this.fail("not enough input");
    const literal = LITERALS[first];
    if (first === "{") this.members("}", () => this.member());
    else if (first === "[") this.members("]", () => this.within("json list value", () => this.value()));
    else if (first === '"') this.string();
    else if (literal !== undefined) this.literal(literal);
    else if (first === "-" || (first >= "0" && first <= "9")) this.number();
    else this.fail(NO_VALUE);
  }

  private members(close: string, one: () => void): void {
    this.pos += 1;
    this.space();
    if (this.atEnd) this.fail("not enough input");
    if (this.text[this.pos] === close) this.pos += 1;
    else
      for (;;) {
        one();
        this.space();
        const next = this.expect([",", close], "satisfy", `',' or '${close}'`);
        if (next === close) return;
        this.space();
      }
  }

  private member(): void {
    this.within("object key", () => {
      this.expect(['"'], "satisfy", null);
      this.pos -= 1;
      this.string();
    });
    this.space();
    this.expect([":"], "satisfyWith", "':'");
    this.space();
    this.within("object value", () => this.value());
  }

  private string(): void {
    this.pos += 1;
    const plain = this.take(PLAIN);
    if (this.atEnd) this.fail("Failed reading: string without end");
    if (this.text.charCodeAt(this.pos) < 32) this.fail("Failed reading: unescaped control character");
    const inner = plain + this.restOfString();
    if (!isText(inner)) {
      const decoder = "Data.Text.Internal.Encoding.decodeUtf8: Invalid UTF-8 stream";
      this.fail(`Failed reading: Cannot decode input: ${decoder}`);
    }
  }

  /** The string from the first special character to the closing quote; escapes are checked later. */
  private restOfString(): string {
    const start = this.pos;
    for (; !this.atEnd; this.pos += this.text[this.pos] === "\\" ? 2 : 1) {
      if (this.text[this.pos] === '"') return this.text.slice(start, this.pos++);
    }
    throw new Fault("not enough input", null, this.text.length);
  }

  private literal(word: string): void {
    const rest = this.text.slice(this.pos, this.pos + word.length);
    if (rest !== word) this.fail(word.startsWith(rest) ? "not enough input" : "string");
    this.pos += word.length;
  }

  private number(): void {
    if (this.text[this.pos] === "-") this.pos += 1;
    const whole = this.digits();
    if (whole.length > 1 && whole.startsWith("0")) this.fail("Failed reading: leading zero");
    if (this.text[this.pos] === ".") {
      this.pos += 1;
      this.digits();
    }
    this.take(EXPONENT);
  }

  private digits(): string {
    const found = this.take(DIGITS);
    if (found === "") this.fail(this.atEnd ? "not enough input" : "Failed reading: takeWhile1");
    return found;
  }

  private expect(chars: readonly string[], what: string, expected: string | null): string {
    const found = this.text[this.pos];
    if (found === undefined) throw new Fault("not enough input", expected, this.pos);
    if (!chars.includes(found)) throw new Fault(`Failed reading: ${what}`, expected, this.pos);
    this.pos += 1;
    return found;
  }

  /** Runs a sub-parser; of nested expectations, the outermost is reported. */
  private within(expected: string, part: () => void): void {
    try {
      part();
    } catch (fault) {
      throw fault instanceof Fault ? new Fault(fault.what, expected, fault.at) : fault;
    }
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.pos;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.pos += found.length;
    return found;
  }

  private fail(what: string): never {
    throw new Fault(what, null, this.pos);
  }
}

/** Whether all escapes are characters: surrogates in pairs only. */
function isText(inner: string): boolean {
  let high: number | null = null;
  for (const { index, 0: found, 1: hex, 2: broken } of inner.matchAll(ESCAPE)) {
    if (broken !== undefined) return false;
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const isLow = code >= 0xdc00 && code <= 0xdfff;
    if ((high !== null) !== isLow || (high !== null && index !== high)) return false;
    high = code >= 0xd800 && code <= 0xdbff ? index + found.length : null;
  }
  return high === null;
}
