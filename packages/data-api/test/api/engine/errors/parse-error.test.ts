/** Parse errors, with the messages of PostgREST 11.2.2. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests();

const END = "end of input";
const NAME = "field name (* or [a..z0..9_$])";
const QUOTED = '"\\\\" or "\\""';
const TRILEAN = "null or trilean value (unknown, true, false)";
const OPERATOR = "operator (eq, gt, ...)";
const ANY_OPERATOR = '"not" or operator (eq, gt, ...)';
const DIRECTION = '"asc", "desc", "nullsfirst" or "nullslast"';
const KEY = '"-", digit or field name (* or [a..z0..9_$])';
const COMPARED = 'letter, digit, "-", "->>", "->" or delimiter (.)';
const CAST = 'letter, digit, ")", "," or end of input';
const SORTED = 'letter, digit, "-", "->>", "->", delimiter (.), "," or end of input';
const SELECTED = 'letter, digit, "-", "->>", "->", "::", ")", "," or end of input';
const ITEM = '"...", field name (* or [a..z0..9_$]) or "*"';
const IN_TREE = "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)";

type Case = readonly [
  title: string,
  key: string,
  value: string,
  column: number,
  unexpected: string,
  expected: string,
];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  filter: [
    ["a filter without operator", "id", "1", 1, '"1"', ANY_OPERATOR],
    ["an empty filter", "id", "", 1, END, ANY_OPERATOR],
    ["an unknown operator", "id", "xx.1", 1, '"x"', ANY_OPERATOR],
    ["an operator in capitals", "id", "EQ.1", 1, '"E"', ANY_OPERATOR],
    ["an operator that goes on", "id", "likes.x", 5, '"s"', OPERATOR],
    ["an unknown operator after not", "id", "not.xx.1", 5, '"x"', OPERATOR],
    ["not without more", "id", "not", 4, END, "delimiter (.)"],
    ["an operator without value", "id", "eq", 3, END, OPERATOR],
    ["an operator without dot", "id", "eq1", 3, '"1"', OPERATOR],
    ["a quantifier where there is none", "id", "neq(any).1", 4, '"("', OPERATOR],
    ["an unknown quantifier", "id", "eq(some).1", 4, '"s"', OPERATOR],
    ["a quantifier that does not end", "id", "eq(any.1", 7, '"."', OPERATOR],
    ["a list without parentheses", "id", "in.1,2", 4, '"1"', '"("'],
    ["in without list", "id", "in.", 4, END, '"("'],
    ["a list that does not end", "id", "in.(1,2", 8, END, '"," or ")"'],
    ["an empty list that does not end", "id", "in.(", 5, END, '"\\"", "," or ")"'],
    ["an item whose quotes do not end", "name", 'in.("a', 7, END, '"," or ")"'],
    ["is of no known word", "id", "is.x", 4, '"x"', TRILEAN],
    ["is of half a word", "id", "is.tru", 7, END, TRILEAN],
    ["is without value", "id", "is.", 4, END, TRILEAN],
    ["a language that does not end", "name", "fts(english.x", 12, '"."', OPERATOR],
    ["an empty language", "name", "fts().x", 5, '")"', OPERATOR],
    ["a letter beyond ASCII", "id", "é.1", 1, '"\\233"', ANY_OPERATOR],
  ],
  "tree path": [
    ["an empty key", "", "eq.1", 1, END, NAME],
    ["a key that ends in a dot", "id.", "eq.1", 4, END, NAME],
    ["a key with two dots", "a..b", "eq.1", 3, '"."', NAME],
    ["a key whose quotes do not end", '"id', "eq.1", 4, END, QUOTED],
    ["a path without key", "location->", "eq.1", 11, END, KEY],
    ["a key that ends in a dash", "id-", "eq.1", 4, END, '">", letter or digit'],
    ["a modifier of nothing", ".limit", "1", 1, '"."', NAME],
  ],
  "logic path": [["a tree of nothing", ".or", "(id.eq.1)", 1, '"."', NAME]],
  "select parameter": [
    ["an empty item", "select", "id,,name", 4, '","', ITEM],
    ["an item missing at the end", "select", "id,", 4, END, ITEM],
    ["a column with something behind it", "select", "id.x", 3, "'.'", SELECTED],
    [
      "a quoted column with something behind it",
      "select",
      '"id"x',
      5,
      "'x'",
      '"->>", "->", "::", ")", "," or end of input',
    ],
    ["quotes that do not end", "select", '"id', 4, END, QUOTED],
    ["an alias of nothing", "select", "x:", 3, END, '":" or field name (* or [a..z0..9_$])'],
    ["a second alias", "select", "a:b:c", 4, '"c"', '"::"'],
    ["an embed that does not end", "select", "telescopes(id", 14, END, SELECTED],
    ["an embed that ends in a comma", "select", "telescopes(id,)", 15, '")"', ITEM],
    [
      "an embed that only begins",
      "select",
      "telescopes(",
      12,
      END,
      '"...", field name (* or [a..z0..9_$]), "*" or ")"',
    ],
    ["a hint without embed", "select", "telescopes!inner", 11, "'!'", SELECTED],
    ["three hints", "select", "telescopes!a!b!c(id)", 11, "'!'", SELECTED],
    ["a path without key in it", "select", "location->", 11, END, KEY],
    ["a path whose quotes do not end", "select", 'location->"a', 13, END, QUOTED],
    ["a cast to nothing", "select", "id::", 5, END, "letter or digit"],
    ["a cast twice", "select", "id::text::text", 9, "':'", CAST],
    ["a cast to an array", "select", "id::text[]", 9, "'['", CAST],
    ["a cast to a type with a length", "select", "id::numeric(10,2)", 12, "'('", CAST],
    ["a cast to a type of a schema", "select", "id::pg_catalog.text", 15, "'.'", CAST],
    ["a cast to a quoted type", "select", 'id::"text"', 5, '"\\""', "letter or digit"],
  ],
  order: [
    ["an unknown direction", "order", "id.up", 4, '"u"', DIRECTION],
    ["half a direction", "order", "id.as", 4, END, DIRECTION],
    ["a direction that goes on", "order", "id.ascending", 7, "'e'", 'delimiter (.), "," or end of input'],
    ["a direction in capitals", "order", "id.DESC", 4, '"D"', DIRECTION],
    ["an unknown place of nulls", "order", "id.asc.nulls", 8, END, '"nullsfirst" or "nullslast"'],
    ["a second direction", "order", "id.asc.desc", 8, '"d"', '"nullsfirst" or "nullslast"'],
    ["a direction after nulls", "order", "id.nullsfirst.desc", 14, "'.'", '"," or end of input'],
    ["a term missing", "order", "id,", 4, END, NAME],
    ["an empty order", "order", "", 1, END, NAME],
    ["something behind a column", "order", "id@", 3, "'@'", SORTED],
    ["a related order that does not end", "order", "sites(id", 6, "'('", SORTED],
    ["a related order of nothing", "order", "sites()", 6, "'('", SORTED],
    ["an order whose quotes do not end", "order", '"id', 4, END, QUOTED],
  ],
  "logic tree": [
    ["an empty tree", "or", "()", 4, '")"', IN_TREE],
    ["a tree with blanks only", "or", "( )", 5, '")"', IN_TREE],
    ["no tree at all", "or", "", 3, END, '"("'],
    ["a tree that does not end", "or", "(id.eq.1", 11, END, '"," or ")"'],
    ["a condition missing", "or", "(id.eq.1,)", 12, '")"', IN_TREE],
    ["a condition that is a name only", "or", "(id)", 6, '")"', COMPARED],
    ["a condition without value", "or", "(id.eq)", 9, '")"', OPERATOR],
    ["a condition written with =", "or", "(id=eq.1)", 6, '"="', COMPARED],
    ["an unknown operator in it", "or", "(id.xx.1)", 7, '"x"', ANY_OPERATOR],
    ["a negated name", "or", "(not.id.eq.1)", 8, '"i"', "logic operator (and, or)"],
    [
      "a negated nothing",
      "or",
      "(not)",
      7,
      '")"',
      'letter, digit, "-", "->>", "->", delimiter (.) or negation operator (not)',
    ],
    ["a name of an operator alone", "or", "(and)", 7, '")"', '"("'],
    ["an unknown combination", "or", "(nor(id.eq.1))", 7, '"("', COMPARED],
    ["an empty tree within", "and", "(id.eq.1,or())", 16, '")"', IN_TREE],
    ["a tree within that does not end", "and", "(id.eq.1,or(id.eq.2)", 24, END, '"," or ")"'],
    ["columns counted behind not", "not.or", "(id)", 10, '")"', COMPARED],
    ["a list that does not end in it", "or", "(id.in.(1)", 13, END, '"," or ")"'],
  ],
  "columns parameter": [
    ["a column missing", "columns", "a,", 3, END, NAME],
    ["no columns", "columns", "", 1, END, NAME],
    ["a column that is no name", "columns", "@", 1, '"@"', NAME],
  ],
  "on_conflict parameter": [
    ["a key column missing", "on_conflict", "a,", 3, END, NAME],
    ["a key column that is no name", "on_conflict", "@", 1, '"@"', NAME],
  ],
};

const all = Object.entries(CASES).flatMap(([noun, cases]) => cases.map((one) => [noun, ...one] as const));

describe("a parse error", () => {
  it.each(all)("of the %s tells %s", async (noun, _, key, value, column, unexpected, expected) => {
    const { status, json } = await o.get(`/sites?${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
    const text = noun.endsWith(" path") ? key : value;
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST100",
        message: `"failed to parse ${noun} (${text})" (line 1, column ${column})`,
        details: `unexpected ${unexpected} expecting ${expected}`,
        hint: null,
      },
    ]);
  });

  it("is reported by every method alike", async () => {
    for (const method of ["GET", "HEAD", "PATCH", "DELETE"]) {
      expect((await o.ask(method, "/sites?id=xx.1", { body: {} })).status).toBe(400);
    }
    const { json } = await o.ask("DELETE", "/sites?id=xx.1");
    expect(json.message).toBe('"failed to parse filter (xx.1)" (line 1, column 1)');
  });

  it("counts columns in characters, not in bytes", async () => {
    const { json } = await o.get(`/sites?or=${encodeURIComponent('(name.eq."😀",id)')}`);
    expect(json.message).toContain("(line 1, column 18)");
  });
});
