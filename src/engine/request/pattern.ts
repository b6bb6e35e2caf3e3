/**
 * Which patterns of `match` and `imatch` are taken where the settings bound them.
 *
 * A pattern is small and its cost is not: PostgreSQL multiplies out counted repetitions, `((.{0,20}){0,20}){0,20}` into
 * thousands of states, and back-references and lookarounds make it try every way to match. So the pattern is read as
 * PostgreSQL reads it and refused unless it is short, counts to 32 at most, repeats nothing that holds a repetition and
 * looks neither ahead nor back.
 *
 * Read are advanced regular expressions (AREs), with the directors and options at their beginning that change how the
 * rest is read. Basic expressions (option `b`), whose notation is another, are not taken.
 * @see https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
import { badPattern, patternsNotOffered } from "../errors/limit-errors.ts";
import type { Condition, Query } from "./api-request.ts";

/** Characters of a pattern. */
export const PATTERN_LENGTH = 200;
/** The highest number of a counted repetition. */
const PATTERN_REPETITIONS = 32;

/**
 * Looks at every pattern of a query.
 * @param isOffered whether the caller may search by patterns at all
 * @throws ApiError 42501 without a token, 2201B for a pattern that is not taken
 */
export function checkPatterns({ conditions }: Query, isOffered: boolean): void {
  for (const { value } of conditions) checkCondition(value, isOffered);
}

function checkCondition(condition: Condition, isOffered: boolean): void {
  if (condition.kind !== "filter") {
    for (const one of condition.conditions) checkCondition(one, isOffered);
    return;
  }
  const { operation } = condition.filter;
  if (operation.kind !== "quant" || (operation.operator !== "match" && operation.operator !== "imatch"))
    return;
  if (!isOffered) throw patternsNotOffered();
  const { quantifier, value } = operation;
  const problem = quantifier === undefined ? patternProblem(value) : listProblem(value);
  if (problem !== null) throw badPattern(problem);
}

/** A list in which nothing can be read in two ways: plain elements without blanks, or quoted ones. */
const LIST = /^\{(?:(?:[^{}",\\\s]+|"(?:[^"\\]|\\["\\])*")(?:,(?!\})|(?=\})))*\}$/;
const ELEMENT = /[^{}",\\\s]+|"((?:[^"\\]|\\["\\])*)"/g;

/** The same of the patterns of `match(any)` and `match(all)`, written as PostgreSQL writes a list. */
export function listProblem(list: string): string | null {
  if ([...list].length > PATTERN_LENGTH) return LENGTH_SENTENCE;
  if (!LIST.test(list))
    return "Write a list of patterns as {one,two}, in double quotes where they hold other signs.";
  const patterns = [...list.matchAll(ELEMENT)].map(
    ([plain, quoted]) => quoted?.replace(/\\(.)/gs, "$1") ?? plain,
  );
  return patterns.map(patternProblem).find((problem) => problem !== null) ?? null;
}

const LENGTH_SENTENCE = `A pattern of match or imatch can have at most ${PATTERN_LENGTH} characters.`;

/** Why a pattern is not taken, as a sentence; null if it is. */
export function patternProblem(pattern: string): string | null {
  if ([...pattern].length > PATTERN_LENGTH) return LENGTH_SENTENCE;
  const problem = new PatternReader(pattern).read();
  return problem === null ? null : SENTENCES[problem];
}

type Problem = "count" | "nested" | "reference" | "lookaround" | "unreadable";

const SENTENCES: Readonly<Record<Problem, string>> = {
  count: `A pattern of match or imatch can repeat something at most ${PATTERN_REPETITIONS} times by number.`,
  nested: "A pattern of match or imatch cannot repeat a group that holds a repetition.",
  reference: "A pattern of match or imatch cannot refer back to a group.",
  lookaround: "A pattern of match or imatch cannot look ahead or behind.",
  unreadable: "This is not a pattern that match or imatch can read.",
};

/** A group that is open: whether a repetition stands in it. */
interface Group {
  repeats: boolean;
}

/** What was read last, which a quantifier would repeat; null if nothing can be repeated. */
type Atom = { readonly repeats: boolean } | null;

/** Stops the reading. */
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
  /** Blanks and comments between the parts of a pattern mean nothing (option `x`). */
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

  /** `***=` takes the rest as it stands, `***:` as an ARE; then options, as in `(?i)`. */
  #director(): "literal" | "expression" {
    if (this.#take("***=")) return "literal";
    this.#take("***:");
    const options = /^\(\?([a-z]*)\)/.exec(this.#text.slice(this.#at));
    if (options === null) return "expression";
    this.#at += options[0].length;
    let isLiteral = false;
    for (const letter of options[1] ?? "") {
      // Of letters that contradict each other the last counts.
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

  /** One character that stands for itself, or for any. */
  #plain(length = 1): void {
    this.#at += length;
    this.#atom = { repeats: false };
  }

  /** What no quantifier may follow, or what it would not repeat. */
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

  /** The group becomes what a quantifier repeats. What it repeats itself is repeated in the group around it, too. */
  #close(): void {
    const group = this.#open.pop();
    const around = this.#open.at(-1);
    if (group === undefined || around === undefined) throw new Refused("unreadable");
    around.repeats ||= group.repeats;
    this.#at++;
    this.#atom = { repeats: group.repeats };
  }

  /** `*`, `+`, `?` or what was read of a count; each may be followed by `?`, which makes it take as little as it can. */
  #quantifier(length: number): void {
    const atom = this.#atom;
    this.#at += length;
    if (atom === null) throw new Refused("unreadable");
    this.#take("?");
    if (atom.repeats) throw new Refused("nested");
    const group = this.#open.at(-1);
    if (group !== undefined) group.repeats = true;
    // Another quantifier would repeat the repetition.
    this.#atom = { repeats: true };
  }

  /** `{m}`, `{m,}` or `{m,n}`; a brace before anything but a digit is a brace. */
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

  /** A backslash and what it makes of the next character. */
  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === "") throw new Refused("unreadable");
    // `\0`, `\012` are characters; every other number refers back, or may: that depends on how many groups there are.
    if (/[1-9]/.test(next)) throw new Refused("reference");
    if (/[AmMyYZ]/.test(next)) {
      this.#nothingYet(2);
      return;
    }
    const long = /^\\(?:c.|u[\da-f]{4}|U[\da-f]{8}|x[\da-f]+|0\d{0,2})/is.exec(this.#text.slice(this.#at));
    this.#plain(long?.[0].length ?? 2);
  }

  /** `[…]`: a bracket first is one of its characters, and `[:alpha:]`, `[.-.]` and `[=a=]` have brackets of their own. */
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
