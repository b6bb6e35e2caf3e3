import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { empty, ident, join, literal, raw, sql } from "../../../src/db/sql.ts";

describe("sql", () => {
  test("numbers its parameters in the order in which they stand", () => {
    const statement = sql`select ${1}, ${"two"} where x = ${null}`;
    expect(statement.text).toBe("select $1, $2 where x = $3");
    expect(statement.values).toEqual([1, "two", null]);
  });

  test("takes in other pieces with their parameters renumbered", () => {
    const condition = sql`b = ${2} and c = ${3}`;
    const statement = sql`select ${1} where ${condition} or d = ${4}`;
    expect(statement.text).toBe("select $1 where b = $2 and c = $3 or d = $4");
    expect(statement.values).toEqual([1, 2, 3, 4]);
  });

  test("takes in a piece without parameters as text", () => {
    expect(sql`select ${raw("now()")}${empty} as t`.text).toBe("select now() as t");
  });

  test("never lets a value into the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        const statement = sql`a ${one} b ${two} c`;
        expect(statement.text).toBe("a $1 b $2 c");
        expect(statement.values).toEqual([one, two]);
      }),
    );
  });
});

describe("join", () => {
  test("puts the separator between pieces and keeps their parameters in order", () => {
    const joined = join([sql`${1}`, raw("x"), sql`y + ${2}`]);
    expect(joined.text).toBe("$1, x, y + $2");
    expect(joined.values).toEqual([1, 2]);
    expect(join([]).text).toBe("");
    expect(join([sql`a`, sql`b`], " and ").text).toBe("a and b");
  });
});

describe("ident", () => {
  test("quotes each part and doubles quotes inside", () => {
    expect(ident("api", 'we"ird').text).toBe('"api"."we""ird"');
  });

  test("cannot be left: quotes inside are always paired", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const inner = ident(name).text.slice(1, -1);
        expect(inner.replaceAll('""', "")).not.toContain('"');
        expect(inner).not.toContain("\0");
      }),
    );
  });
});

describe("literal", () => {
  test("doubles quotes, and escapes backslashes in the form that knows them", () => {
    expect(literal("it's").text).toBe("'it''s'");
    expect(literal("a\\b'").text).toBe(" E'a\\\\b'''");
  });
});
