/**
 * Which patterns of `match` and `imatch` are accepted if the settings bound them.
 *
 * A short pattern can be expensive: PostgreSQL expands counted repetitions, `((.{0,20}){0,20}){0,20}` into thousands of
 * states, and back-references and lookarounds make it try every possible match. So the pattern is parsed as PostgreSQL
 * parses it, and refused unless it is short, counts to 32 at most, does not repeat a repetition, and contains neither
 * back-references nor lookarounds.
 *
 * The syntax is that of advanced regular expressions (AREs), including the directors and options at the beginning that
 * change how the rest is parsed. Basic expressions (option `b`) have a different syntax and are refused.
 * @see https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */

/** Most characters of a pattern. */
export const PATTERN_LENGTH = 200;
/** Highest number in a counted repetition. */
const PATTERN_REPETITIONS = 32;

/** An unambiguous list: plain elements without spaces, or quoted ones. */
const LIST = /^\{(?:(?:[^{}",\\\s]+|"(?:[^"\\]|\\["\\])*")(?:,(?!\})|(?=\})))*\}$/;
const ELEMENT = /(?:([^{}",\\\s]+)|"((?:[^"\\]|\\["\\])*)")(?:,|$)/gy;

/** Why a list of patterns in PostgreSQL's syntax, for `match(any)` or `match(all)`, is refused; null if accepted. */
export function listProblem(list: string): string | null {
  if ([...list].length > PATTERN_LENGTH) return LENGTH_SENTENCE;
  if (!LIST.test(list))
    return "Write a list of patterns as {one,two}, with double quotes around patterns that contain other characters.";
  const patterns = [...list.slice(1, -1).matchAll(ELEMENT)].map(
    ([, plain = "", quoted]) => quoted?.replace(/\\(.)/gs, "$1") ?? plain,
  );
  return patterns.map(patternProblem).find((problem) => problem !== null) ?? null;
}

const LENGTH_SENTENCE = `A pattern of match or imatch can have at most ${PATTERN_LENGTH} characters.`;

/** Why a pattern is refused, as a sentence; null if accepted. */
export function patternProblem(pattern: string): string | null {
  if ([...pattern].length > PATTERN_LENGTH) return LENGTH_SENTENCE;
  const problem = new PatternReader(pattern).read();
  return problem === null ? null : SENTENCES[problem];
}

type Problem = "count" | "nested" | "reference" | "lookaround" | "unreadable";

const SENTENCES: Readonly<Record<Problem, string>> = {
  count: `A pattern of match or imatch can repeat something at most ${PATTERN_REPETITIONS} times by number.`,
  nested: "A pattern of match or imatch cannot repeat a group that contains a repetition.",
  reference: "A pattern of match or imatch cannot refer back to a group.",
  lookaround: "A pattern of match or imatch cannot look ahead or behind.",
  unreadable: "This is not a pattern that match or imatch can read.",
};

/** An open group, and whether it contains a repetition. */
interface Group {
  repeats: boolean;
}

/** The atom that a quantifier would repeat; null if there is none. */
type Atom = { readonly repeats: boolean } | null;

/** Stops the parser. */
class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

class PatternReader {
  readonly #text: string;
  #at = 0;
  /** Ignore whitespace and comments between parts (option `x`). */
  #expanded = false;
  readonly #open: Group[] = [{ repeats: false }];
  #atom: Atom = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Problem | null {
    try {
      if (this.#director() === "literal") return null;
      while (this.#at < this.#text.length) this.#part();
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.problem;
      throw error;
    }
  }

  /** `***=` makes the rest literal, `***:` an ARE; options may follow, as in `(?i)`. */
  #director(): "literal" | "expression" {
    if (this.#take("***=")) return "literal";
    this.#take("***:");
    const options = /^\(\?([a-z]*)\)/.exec(this.#text.slice(this.#at));
    if (options === null) return "expression";
    this.#at += options[0].length;
    let isLiteral = false;
    for (const letter of options[1] ?? "") {
      // The last of contradictory options counts.
      if (letter === "b") throw new Refused("unreadable");
      if (letter === "e" || letter === "q") isLiteral = letter === "q";
      if (letter === "x" || letter === "t") this.#expanded = letter === "x";
    }
    return isLiteral ? "literal" : "expression";
  }

  #part(): void {
    const char = this.#text.charAt(this.#at);
    if (this.#expanded && this.#skipBlank(char)) return;
    switch (char) {
      case "[":
        this.#bracket();
        break;
      case "\\":
        this.#escape();
        break;
      case "(":
        this.#group();
        break;
      case ")":
        this.#close();
        break;
      case "|":
      case "^":
      case "$":
        this.#nothingYet(1);
        break;
      case "*":
      case "+":
      case "?":
        this.#quantifier(1);
        break;
      case "{":
        this.#counted();
        break;
      default:
        this.#plain();
        break;
    }
  }

  #skipBlank(char: string): boolean {
    if (/\s/.test(char)) {
      this.#at++;
      return true;
    }
    if (char !== "#") return false;
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return true;
  }

  /** A character that matches itself or anything. */
  #plain(length = 1): void {
    this.#at += length;
    this.#atom = { repeats: false };
  }

  /** A part that a quantifier may not follow or does not repeat. */
  #nothingYet(length: number): void {
    this.#at += length;
    this.#atom = null;
  }

  #group(): void {
    if (/^\(\?(?:<?[=!])/.test(this.#text.slice(this.#at))) throw new Refused("lookaround");
    if (this.#text.startsWith("(?#", this.#at)) {
      const end = this.#text.indexOf(")", this.#at);
      if (end < 0) throw new Refused("unreadable");
      this.#at = end + 1;
      return;
    }
    if (this.#text.startsWith("(?", this.#at) && !this.#text.startsWith("(?:", this.#at)) {
      throw new Refused("unreadable");
    }
    this.#at += this.#text.startsWith("(?:", this.#at) ? 3 : 1;
    this.#open.push({ repeats: false });
    this.#atom = null;
  }

  /** The group becomes the atom. Its repetitions also count for the enclosing group. */
  #close(): void {
    const group = this.#open.pop();
    const around = this.#open.at(-1);
    if (group === undefined || around === undefined) throw new Refused("unreadable");
    around.repeats ||= group.repeats;
    this.#at++;
    this.#atom = { repeats: group.repeats };
  }

  /** `*`, `+`, `?` or a count, each made non-greedy by a following `?`. */
  #quantifier(length: number): void {
    const atom = this.#atom;
    this.#at += length;
    if (atom === null) throw new Refused("unreadable");
    this.#take("?");
    if (atom.repeats) throw new Refused("nested");
    const group = this.#open.at(-1);
    if (group !== undefined) group.repeats = true;
    // Another quantifier would repeat a repetition.
    this.#atom = { repeats: true };
  }

  /** `{m}`, `{m,}` or `{m,n}`; a brace before a non-digit is literal. */
  #counted(): void {
    const rest = this.#text.slice(this.#at);
    if (!/^\{\d/.test(rest)) {
      this.#plain();
      return;
    }
    const found = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
    if (found === null) throw new Refused("unreadable");
    const [all, least = "0", most = ""] = found;
    if (Number(least) > PATTERN_REPETITIONS || Number(most) > PATTERN_REPETITIONS) throw new Refused("count");
    this.#quantifier(all.length);
  }

  /** A backslash escape. */
  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === "") throw new Refused("unreadable");
    // `\0` and `\012` are characters; other numbers are, or may be, back-references, depending on the number of groups.
    if (/[1-9]/.test(next)) throw new Refused("reference");
    if (/[AmMyYZ]/.test(next)) {
      this.#nothingYet(2);
      return;
    }
    const long = /^\\(?:c.|u[\da-f]{4}|U[\da-f]{8}|x[\da-f]+|0\d{0,2})/is.exec(this.#text.slice(this.#at));
    this.#plain(long?.[0].length ?? 2);
  }

  /** `[…]`: a leading `]` is a member; `[:alpha:]`, `[.-.]` and `[=a=]` have their own brackets. */
  #bracket(): void {
    const word = /^\[\[:[<>]:\]\]/.exec(this.#text.slice(this.#at));
    if (word !== null) {
      this.#nothingYet(word[0].length);
      return;
    }
    let at = this.#at + 1;
    if (this.#text.charAt(at) === "^") at++;
    if (this.#text.charAt(at) === "]") at++;
    for (;;) {
      const char = this.#text.charAt(at);
      if (char === "") throw new Refused("unreadable");
      if (char === "]") break;
      const kind = this.#text.charAt(at + 1);
      if (char === "[" && kind !== "" && ":.=".includes(kind)) {
        const end = this.#text.indexOf(`${kind}]`, at + 2);
        if (end < 0) throw new Refused("unreadable");
        at = end + 2;
      } else at += char === "\\" ? 2 : 1;
    }
    this.#plain(at + 1 - this.#at);
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}
