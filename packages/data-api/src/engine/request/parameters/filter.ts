/** Operator expressions: `[not.]operator[(modifier)].value`. */
import type { Filter, FtsOperator, Operation, QuantOperator, SimpleOperator } from "../api-request.ts";
import { readQuoted } from "./name.ts";
import { Scanner } from "./scanner.ts";

const QUANT: ReadonlySet<string> = new Set<QuantOperator>([
  "eq",
  "gte",
  "gt",
  "lte",
  "lt",
  "like",
  "ilike",
  "match",
  "imatch",
]);
const SIMPLE: ReadonlySet<string> = new Set<SimpleOperator>([
  "neq",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
  "isdistinct",
]);
const FTS: ReadonlySet<string> = new Set<FtsOperator>(["fts", "plfts", "phfts", "wfts"]);
const OPERATOR_LIST = "operator (eq, gt, ...)";
/** Longer words first, because some are prefixes of others. */
const OPERATOR = new RegExp(
  [...QUANT, ...SIMPLE, ...FTS, "in", "is"].sort((a, b) => b.length - a.length).join("|"),
  "y",
);
const LANGUAGE = /[\p{L}\p{N}_]+/uy;
const IS = /(not_null|null|true|false|unknown)(?=$|[,)])/iy;
const BEGINS = new RegExp(`(?=(?:not\\.)?(?:${OPERATOR.source})[.(])`, "y");
const IS_WORDS = ["null", "true", "false", "unknown"];
/** An operator up to its dot. */
const BEGINNING = /^([a-z]+)(?:\(([\p{L}\p{N}_]+)\))?\./u;

function isQuant(word: string): word is QuantOperator {
  return QUANT.has(word);
}
function isSimple(word: string): word is SimpleOperator {
  return SIMPLE.has(word);
}
function isFts(word: string): word is FtsOperator {
  return FTS.has(word);
}

/** Reads the value of an operator: the whole rest, or, inside a logic tree, up to the end of the item. */
export type ReadValue = (scanner: Scanner) => string;

/** Whether an operator expression begins here. */
export function beginsOperation(scanner: Scanner): boolean {
  return scanner.match(BEGINS) !== null;
}

/**
 * Whether a text begins like an operator expression. If so, it is parsed as one, even if malformed, and not as a plain
 * value.
 */
export function meansOperation(text: string): boolean {
  if (text.startsWith("not.")) return true;
  const [, word = "", modifier] = BEGINNING.exec(text) ?? [];
  if (isQuant(word)) return modifier === undefined || modifier === "any" || modifier === "all";
  return isFts(word) || ((word === "is" || word === "in" || isSimple(word)) && modifier === undefined);
}

/** Operators whose value is the rest of the text; alternatives that are prefixes of others come last. */
const OPERATORS_OF_ONE = [
  `(?:${[...QUANT].join("|")})(?:\\((?:any|all)\\))?`,
  `(?:${[...SIMPLE].join("|")})`,
  `(?:${[...FTS].join("|")})(?:\\(${LANGUAGE.source}\\))?`,
].join("|");
const BEFORE_VALUE = new RegExp(`^(?:not\\.)?(?:${OPERATORS_OF_ONE})\\.`, "u");

/** The length of an operator expression up to its value, if that is a single text; otherwise 0. */
export function lengthBeforeValue(text: string): number {
  return BEFORE_VALUE.exec(text)?.[0].length ?? 0;
}

/**
 * Parses the value of a filter parameter.
 * @throws ApiError PGRST100
 */
export function parseOperation(text: string): Omit<Filter, "field"> {
  const scanner = new Scanner("filter", text);
  const operation = readOperation(scanner, (one) => one.rest());
  scanner.expectEnd();
  return operation;
}

/** Reads an operator expression. @param readValue reads the value */
export function readOperation(scanner: Scanner, readValue: ReadValue): Omit<Filter, "field"> {
  const negated = scanner.take("not.");
  if (!negated && scanner.take("not")) scanner.fail("delimiter (.)");
  return { negated, operation: readBare(scanner, readValue, negated) };
}

function readBare(scanner: Scanner, readValue: ReadValue, negated: boolean): Operation {
  const word = scanner.match(OPERATOR) ?? failOperator(scanner, negated);
  if (isQuant(word)) return readQuant(scanner, word, readValue);
  if (word === "is") return readIs(scanner);
  if (word === "in") {
    scanner.expect(".", OPERATOR_LIST);
    return { kind: "in", values: readList(scanner) };
  }
  if (isSimple(word)) {
    scanner.expect(".", OPERATOR_LIST);
    return { kind: "simple", operator: word, value: readValue(scanner) };
  }
  if (isFts(word)) {
    const language = readModifier(scanner, () => scanner.match(LANGUAGE) ?? scanner.fail(OPERATOR_LIST));
    scanner.expect(".", OPERATOR_LIST);
    const base = { kind: "fts", operator: word } as const;
    const value = readValue(scanner);
    return language === undefined ? { ...base, value } : { ...base, language, value };
  }
  return failOperator(scanner, negated);
}

function failOperator(scanner: Scanner, negated: boolean): never {
  return negated ? scanner.fail(OPERATOR_LIST) : scanner.failWord("not", '"not"', OPERATOR_LIST);
}

function readQuant(scanner: Scanner, operator: QuantOperator, readValue: ReadValue): Operation {
  const quantifier = readModifier(scanner, () =>
    scanner.take("any") ? "any" : scanner.take("all") ? "all" : scanner.failWord("any", OPERATOR_LIST),
  );
  scanner.expect(".", OPERATOR_LIST);
  const value = readValue(scanner);
  return quantifier === undefined
    ? { kind: "quant", operator, value }
    : { kind: "quant", operator, quantifier, value };
}

function readModifier<T>(scanner: Scanner, read: () => T): T | undefined {
  if (!scanner.take("(")) return undefined;
  const modifier = read();
  scanner.expect(")", OPERATOR_LIST);
  return modifier;
}

function readIs(scanner: Scanner): Operation {
  scanner.expect(".", OPERATOR_LIST);
  const word = scanner.match(IS)?.toLowerCase();
  switch (word) {
    case "null":
    case "not_null":
    case "true":
    case "false":
    case "unknown":
      return { kind: "is", value: word };
    default:
      return scanner.failAfterPrefix(IS_WORDS, "null or trilean value (unknown, true, false)");
  }
}

/** Reads `(a,"b,c")`; a list of one empty element is the empty list. */
function readList(scanner: Scanner): readonly string[] {
  scanner.skipBlanks();
  scanner.expect("(");
  scanner.skipBlanks();
  const values: string[] = [];
  do values.push(readItem(scanner));
  while (scanner.take(","));
  const isEmpty = values.length === 1 && values[0] === "";
  scanner.expect(")", ...(isEmpty ? ['"\\""'] : []), '","', '")"');
  return isEmpty ? [] : values;
}

const BARE_ITEM = /[^,)]*/y;

/** Reads up to a comma or closing parenthesis, or quoted text that ends there. */
export function readItem(scanner: Scanner): string {
  const start = scanner.pos;
  const quoted = readQuoted(scanner);
  if (quoted !== null && (scanner.atEnd || scanner.sees(",") || scanner.sees(")"))) return quoted;
  scanner.pos = start;
  return scanner.match(BARE_ITEM) ?? "";
}
