/** Combined conditions: `(a.eq.1,or(b.gt.2,not.and(…)))`. */
import type { Condition } from "../api-request.ts";
import { beginsOperation, readItem, readOperation } from "./filter.ts";
import { readField } from "./json-path.ts";
import { afterName, FIELD_NAME } from "./name.ts";
import { type Depths, Scanner } from "./scanner.ts";

const LOGIC = /(?:not\.)?(?:and|or)\s*(?=\()/y;
const LOGIC_WORD = /and|or/y;
const ARRAY = /\{[^{}]*\}(?=$|[,)])/y;
const EXPECTED = [FIELD_NAME, "negation operator (not)", "logic operator (and, or)"];

/**
 * Parses the value of a logic parameter.
 * @param kind the operator in its key
 * @param negated whether `not` precedes it
 * @throws ApiError PGRST100; 400 for deeper nesting than allowed
 */
export function parseLogicTree(
  kind: "and" | "or",
  negated: boolean,
  text: string,
  depths?: Depths,
): Condition {
  // The protocol counts columns as if the operator preceded the parenthesis.
  const columnsBefore = kind.length + (negated ? 4 : 0);
  const scanner = new Scanner(
    "logic tree",
    text,
    depths === undefined ? { columnsBefore } : { columnsBefore, depths },
  );
  const conditions = readConditions(scanner);
  scanner.skipBlanks();
  scanner.expectEnd();
  return { kind, negated, conditions };
}

function readConditions(scanner: Scanner): readonly Condition[] {
  return scanner.nested("Logic operators", scanner.depths.logic, () => {
    scanner.skipBlanks();
    scanner.expect("(");
    const conditions = scanner.list(readCondition);
    scanner.expect(")", '","', '")"');
    return conditions;
  });
}

function readCondition(scanner: Scanner): Condition {
  const operator = scanner.match(LOGIC);
  if (operator !== null) {
    const kind = operator.trimEnd().endsWith("and") ? "and" : "or";
    return { kind, negated: operator.startsWith("not."), conditions: readConditions(scanner) };
  }
  const field = readField(scanner, EXPECTED);
  const word = field.path.length === 0 ? field.name : "";
  if (!scanner.take(".")) {
    if (word === "and" || word === "or") scanner.fail('"("');
    const negation = word === "not" ? ["negation operator (not)"] : [];
    scanner.fail(...afterName(scanner), "delimiter (.)", ...negation);
  }
  if (word === "not" && !beginsOperation(scanner)) {
    if (scanner.match(LOGIC_WORD) !== null) scanner.fail('"("');
    scanner.fail("logic operator (and, or)");
  }
  return { kind: "filter", filter: { field, ...readOperation(scanner, readTreeValue) } };
}

/** A value inside a tree. An array literal may contain commas; other values with commas must be quoted. */
function readTreeValue(scanner: Scanner): string {
  return scanner.match(ARRAY) ?? readItem(scanner);
}
