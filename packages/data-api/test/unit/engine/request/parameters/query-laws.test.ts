/** Laws of the query parser: printing and parsing are inverse, and nothing makes it fail. */

import { ApiError } from "@wakelog/kit/errors.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../../../../../test/support/laws/any-text.ts";
import type { Condition, Field, SelectItem } from "../../../../../src/engine/request/api-request.ts";
import { parseQuery } from "../../../../../src/engine/request/parameters/query.ts";
import { DEFAULT_DEPTHS } from "../../../../../src/engine/request/parameters/scanner.ts";
import { parseRequest } from "../../../../../src/engine/request/request.ts";

const context = { filtersOnly: true, depths: DEFAULT_DEPTHS };

const parse = (...parameters: readonly (readonly [string, string])[]) =>
  parseQuery(
    parameters.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&"),
    context,
  );

const quoted = (name: string): string => `"${name.replace(/["\\]/g, "\\$&")}"`;

const name = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" });

const field: fc.Arbitrary<Field> = fc.record({
  name,
  path: fc.array(
    fc.record({
      as: fc.constantFrom("json" as const, "text" as const),
      key: fc.oneof(name, fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
    }),
    { maxLength: 3 },
  ),
});

const printField = ({ name: column, path }: Field): string =>
  quoted(column) +
  path
    .map(({ as, key }) => `${as === "json" ? "->" : "->>"}${typeof key === "number" ? key : quoted(key)}`)
    .join("");

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant("filter" as const),
      filter: fc.record({
        field,
        negated: fc.boolean(),
        operation: fc.oneof(
          fc.record({
            kind: fc.constant("quant" as const),
            operator: fc.constantFrom("eq" as const, "like" as const),
            value: fc.string(),
          }),
          fc.record({
            kind: fc.constant("in" as const),
            values: fc.array(fc.string(), { minLength: 2, maxLength: 3 }),
          }),
          fc.record({
            kind: fc.constant("is" as const),
            value: fc.constantFrom("null" as const, "true" as const),
          }),
        ),
      }),
    }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      negated: fc.boolean(),
      conditions: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

function printCondition(one: Condition): string {
  if (one.kind !== "filter") {
    return `${one.negated ? "not." : ""}${one.kind}(${one.conditions.map(printCondition).join(",")})`;
  }
  const { filter: leaf } = one;
  const { operation } = leaf;
  const said =
    operation.kind === "in"
      ? `in.(${operation.values.map(quoted).join(",")})`
      : operation.kind === "is"
        ? `is.${operation.value}`
        : operation.kind === "quant"
          ? `${operation.operator}.${quoted(operation.value)}`
          : "";
  return `${printField(leaf.field)}.${leaf.negated ? "not." : ""}${said}`;
}

const { item } = fc.letrec<{ item: SelectItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("star" as const) }),
    fc.record(
      {
        kind: fc.constant("column" as const),
        field,
        alias: name,
        cast: fc.constantFrom("text", "double precision"),
      },
      { requiredKeys: ["kind", "field"] },
    ),
    fc.record(
      {
        kind: fc.constant("embed" as const),
        relation: name,
        hint: name.filter((one) => one !== "inner" && one !== "left"),
        join: fc.constantFrom("inner" as const, "left" as const),
        spread: fc.boolean(),
        items: fc.array(tie("item"), { maxLength: 3 }),
      },
      { requiredKeys: ["kind", "relation", "spread", "items"] },
    ),
  ),
}));

function printItem(one: SelectItem): string {
  if (one.kind === "star") return "*";
  if (one.kind === "column") {
    return `${one.alias === undefined ? "" : `${quoted(one.alias)}:`}${printField(one.field)}${one.cast === undefined ? "" : `::${one.cast}`}`;
  }
  if (one.kind === "count") return "count()";
  const hint = one.hint === undefined ? "" : `!${quoted(one.hint)}`;
  const join = one.join === undefined ? "" : `!${one.join}`;
  return `${one.spread ? "..." : ""}${quoted(one.relation)}${hint}${join}(${one.items.map(printItem).join(",")})`;
}

describe("laws", () => {
  it("conditions that are printed parse to themselves", () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), (conditions) => {
        const text = `(${conditions.map(printCondition).join(",")})`;
        expect(parse(["or", text]).conditions).toEqual([
          { path: [], value: { kind: "or", negated: false, conditions } },
        ]);
      }),
    );
  });

  it("selections that are printed parse to themselves", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) => {
        expect(parse(["select", items.map(printItem).join(",")]).select).toEqual(items);
      }),
    );
  });

  it("no request makes the parser fail in any way but an error for the caller", () => {
    const text = fc.oneof(anyText(), fc.stringMatching(/^[a-z.()",:!>&=%+*{}\\-]{0,40}$/));
    const key = fc.constantFrom(
      "select",
      "order",
      "or",
      "a.not.and",
      "columns",
      "on_conflict",
      "limit",
      "a.offset",
      "c",
    );
    fc.assert(
      fc.property(
        key,
        text,
        text,
        fc.constantFrom("GET", "POST", "PUT"),
        fc.constantFrom("/t", "/rpc/f"),
        (name, value, extra, method, path) => {
          const input = {
            method,
            path,
            query: `${name}=${value}&${extra}`,
            headers: {
              accept: extra,
              prefer: extra,
              range: value,
              cookie: value,
              "content-type": "text/csv",
            },
            body: Buffer.from(value),
          };
          try {
            parseRequest(input, { schemas: ["api"] });
          } catch (fault) {
            expect(fault).toBeInstanceOf(ApiError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
