/** Values of all types for filters and bodies: valid, borderline and invalid. */

const NUMBERS = ["1", "2", "-1", "0", "1.5", "x", "", "99999999999999999999", "1e3", "NaN", " 1", "null"];
const TEXTS = [
  "abc",
  "",
  "a*",
  "*",
  "%",
  "_",
  "a,b",
  'some text, "quoted"',
  "\\",
  "ä",
  "null",
  "(x)",
  "{x}",
  "A",
  "eq.a",
  ".",
];
const RANGES = ["[1,5)", "empty", "(,)", "[2024-01-01,2024-01-02)", "x", "[5,1]", "{[1,3)}", "1"];
const TIMES = [
  "2024-02-29",
  "2024-02-29 12:34:56.789",
  "2024-02-29T12:34:56.789+02:00",
  "infinity",
  "now",
  "12:34",
  "x",
  "1 day",
  "P1D",
];
const JSONS = ['{"a":1}', "null", "1", '"x"', "[]", "{", '{"a":{"k":[10]}}'];
const ARRAYS = [
  "{}",
  "{1,2}",
  "{a,b}",
  '{a,"b c"}',
  "{NULL}",
  "1",
  "{{1,2},{3,4}}",
  "{",
  "{sad}",
  '{"{\\"a\\": 1}"}',
];
const ROWS = ['(1,"x, y")', "(1,x)", "(,)", "x", "()"];
const MOODS = ["sad", "ok", "very happy", "x", ""];

const FILTERED: Readonly<Record<string, readonly string[]>> = {
  id: ["1", "2", "3", "x"],
  b1: ["true", "f", "x", "1", ""],
  ...shared(["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "d4"], NUMBERS),
  ...shared(["c1", "c2", "c3", "c4", "c5", "d1", "x1"], TEXTS),
  ...shared(["t1", "t2", "t3", "t4", "t5", "t6"], TIMES),
  ...shared(["j1", "j2"], JSONS),
  ...shared(["r1", "r2", "r3", "r4", "r5", "r6", "r7"], RANGES),
  ...shared(["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "d2", "e2", "p2"], ARRAYS),
  ...shared(["p1", "p3", "d3"], ROWS),
  e1: MOODS,
  y1: ["\\x00ff0a", "x", "", "\\x0"],
  u1: ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "x"],
  i1: ["192.168.0.1/24", "192.168.0.1", "x"],
  i2: ["10.0.0.0/8", "10.0.0.1/8", "x"],
  i3: ["08:00:2b:01:02:03", "x"],
  g1: ["(1,2)", "x"],
  g2: ["(3,4),(1,2)", "x"],
  g3: ["<(1,2),3>", "x"],
  g4: ["((0,0),(1,1),(2,0))", "x"],
  s1: ["a", "cat & rat", "x y", "'"],
  s2: ["cat", "x y"],
  v1: ["101", "1", "x"],
  v2: ["1011", "x"],
  o1: ["pg_class", "nothing_here", "1259"],
  l1: ["16/B374D848", "x"],
};

function shared(names: readonly string[], values: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name) => [name, values]));
}

/** Columns of the relation `every`, with values to compare. */
export const EVERY: Readonly<Record<string, readonly string[]>> = FILTERED;

/** Values for any column of `every` in bodies. */
export const BODY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1.5,
  1e21,
  "",
  "x",
  "1",
  "abc",
  "ok",
  "2024-02-29",
  "[1,5)",
  "{1,2}",
  '{"a":1}',
  "(1,x)",
  "\\x00ff",
  "true",
  [],
  [1, 2],
  ["a", "b c", null],
  [[1, 2]],
  [{ a: 1 }],
  {},
  { a: 1, b: "x" },
  { p: { a: 1 }, ps: [{ a: 2, b: "q" }], m: "ok", j: { z: [1] } },
  { a: [1], b: { c: null } },
];
