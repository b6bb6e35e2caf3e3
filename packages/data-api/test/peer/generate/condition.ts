/** Random filters and logic trees. */
import fc from "fast-check";
import { oneOf } from "./one-of.ts";
import { known } from "./relations.ts";

const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "cs",
  "cd",
  "ov",
  "adj",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "imatch",
  "isdistinct",
];

function operation(values: readonly string[]): fc.Arbitrary<string> {
  const value = oneOf(values);
  const item = value.map((one) => (/[,()" ]/.test(one) ? `"${one.replace(/["\\]/g, "\\$&")}"` : one));
  const plain = fc.tuple(oneOf(OPERATORS), value).map(([op, one]) => `${op}.${one}`);
  const quantified = fc
    .tuple(
      oneOf(["eq", "gt", "lte", "like", "ilike"]),
      oneOf(["any", "all"]),
      fc.array(item, { maxLength: 2 }),
    )
    .map(([op, quantifier, items]) => `${op}(${quantifier}).{${items.join(",")}}`);
  const listed = fc.array(item, { maxLength: 3 }).map((items) => `in.(${items.join(",")})`);
  const is = oneOf(["is.null", "is.true", "is.false", "is.unknown"]);
  return fc
    .tuple(
      oneOf(["", "", "", "not."]),
      fc.oneof(
        { weight: 5, arbitrary: plain },
        { weight: 2, arbitrary: listed },
        { weight: 1, arbitrary: quantified },
        { weight: 2, arbitrary: is },
      ),
    )
    .map(([not, rest]) => not + rest);
}

/** A filter of a relation: key and value. */
export function filter(name: string): fc.Arbitrary<readonly [string, string]> {
  const { columns } = known(name);
  return oneOf(Object.keys(columns)).chain((column) =>
    operation(columns[column] ?? []).map((one) => [column, one] as const),
  );
}

/** A condition of a logic tree, whose values cannot hold commas and brackets without quotes. */
function condition(name: string): fc.Arbitrary<string> {
  return filter(name)
    .filter(([, value]) => !/^(not\.)?[a-z]+\..*[,()"]/.test(value) || value.includes("in.("))
    .map(([column, value]) => `${column}.${value}`);
}

/** A logic tree on a relation: key and value. */
export function logic(name: string): fc.Arbitrary<readonly [string, string]> {
  const leaf = condition(name);
  const branch = fc
    .tuple(oneOf(["and", "or", "not.and", "not.or"]), fc.array(leaf, { minLength: 1, maxLength: 3 }))
    .map(([op, items]) => `${op}(${items.join(",")})`);
  return fc
    .tuple(
      oneOf(["and", "or", "not.and", "not.or"]),
      fc.array(fc.oneof(leaf, branch), { minLength: 1, maxLength: 3 }),
    )
    .map(([op, items]) => [op, `(${items.join(",")})`] as const);
}
