/** Values: valid ones for a column or argument, and hostile ones. */
import { randomInt } from "node:crypto";
import type { Dice } from "./dice.ts";
import type { Field } from "./surface.ts";

/** Existing ids. */
export interface Known {
  readonly ids: readonly string[];
  readonly vesselIds: readonly string[];
}

const TEXTS = [
  "Aava",
  "fi",
  "sailing",
  "moored",
  "a b",
  "Åland ⚓",
  "it's",
  'say "hi"',
  "100%",
  "",
  "*",
  "alfa log",
];
const TIMES = [
  "2026-05-01T10:00:00Z",
  "2026-11-21",
  "1999-12-31T23:59:59+02:00",
  "now",
  "2026-11-22 01:02:03.456",
];
const KEYS = [
  "{public_logs}",
  "{public_vessel}",
  "{theme}",
  "{email_notifications}",
  "badges",
  "{a,b}",
  "messenger",
];

/** A JSON value of the field's type. */
export function typicalValue(dice: Dice, field: Field, known: Known): unknown {
  const { name, type } = field;
  if (name === "vessel_id") return dice.one(known.vesselIds);
  if (/email$/.test(name)) return dice.one(["alfa@example.org", "delta@example.org", "unknown@example.org"]);
  if (name === "pass") return dice.one(["fair winds 7", "wrong password", "short"]);
  if (name === "token") return String(10_000_000 + dice.below(90_000_000));
  if (name === "key") return dice.one(KEYS);
  if (name === "_type") return dice.one(["public_logs", "public_stats", "public_monitoring"]);
  if (/(^|_)id$|_log$/.test(name))
    return type.includes("int") ? Number(dice.one(known.ids)) : dice.one(known.ids);
  if (name.includes("latitude") || /_lat$/.test(name)) return 60 + dice.below(1000) / 1000;
  if (name.includes("longitude") || /_lng$/.test(name)) return 25 - dice.below(1000) / 1000;
  if (type.includes("int")) return dice.one([0, 1, 2, 4, 36, 230_099_999, -1]);
  if (/^(double|numeric|real|number)/.test(type)) return dice.one([0, 1.5, 6.25, -3, 11.5]);
  if (type === "boolean") return dice.chance(0.5);
  if (/time|date/.test(type)) return dice.one(TIMES);
  if (type === "interval") return dice.one(["PT1H", "01:00", "P1DT2H"]);
  if (type.startsWith("json"))
    return dice.one([{}, [], { tags: ["a"] }, { metrics: { a: 1 } }, null, "{}", 5]);
  if (type.endsWith("[]")) return dice.one([[], ["a"], [1]]);
  return dice.one(TEXTS);
}

/** The same as text, for an address. */
export function writtenValue(dice: Dice, field: Field, known: Known): string {
  const value = typicalValue(dice, field, known);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Hostile text, not yet encoded. */
export function hostileText(dice: Dice): string {
  return dice.one([
    () => "\u0000",
    () => "a\u0000b",
    () => "x".repeat(dice.one([201, 5_000, 60_000])),
    () => "'; drop table api.logbook; --",
    () => '"',
    () => "\\",
    () => "(".repeat(500),
    () => ")".repeat(40),
    () => "{".repeat(300),
    () => "%".repeat(3_000),
    () => "*_%".repeat(1_000),
    () => "NaN",
    () => "Infinity",
    () => "1e400",
    () => `${"9".repeat(400)}`,
    () => "-9223372036854775809",
    () => "infinity",
    () => "4714-11-24 BC",
    () => "294277-01-01",
    () => "P999999999999Y",
    () => "\u202eright to left",
    () => "\u200b\ufeff",
    () => "\ud83d\ude00".repeat(100),
    () => "../../../etc/passwd",
    () => "((a{0,30}){0,30}){0,30}",
    () => "(a+)+$",
    () => "a & !b <-> c:*",
    () => "!!!&&&",
    () => "null",
    () => "{1,2,NULL}",
    () => '{"a","b',
    () => "[1,5)",
    () => "$1",
    () => "a->b->>c->-1",
    () => "app.accounts",
    () => "count()",
    () => "\r\nX-Injected: yes",
    () => "__proto__",
    () => "constructor",
    () => "toString",
    () => repeated(dice),
    () => "\ud83d",
    () => "\udc00\ud800",
  ])();
}

/** Patterns that make careless regular expressions backtrack. */
const UNITS: readonly string[] = [
  ..." \t\n0a.,:;-_/\\\"'([{<@*+=&%|é。",
  "a.",
  "0.",
  '\\"',
  "''",
  " -",
  "\r\n",
];

/** A long repetition with an end that does not match. */
function repeated(dice: Dice): string {
  const unit = dice.one(UNITS);
  const times = Math.floor(dice.one([1_000, 10_000, 60_000]) / unit.length);
  return dice.one(["", "a@", "1", '"']) + unit.repeat(times) + dice.one(["x", "!", "\u0000", ""]);
}

/** A body that is expensive to parse (deep, wide or long), with its media type. */
export function expensiveBody(dice: Dice): { readonly type: string; readonly bytes: Buffer } {
  const bytes = dice.one([60_000, 300_000, 3_000_000, 16_000_000]);
  const filled = (before: string, unit: string, behind: string): Buffer =>
    Buffer.from(before + unit.repeat(Math.floor(bytes / unit.length)) + behind);
  const keys = (): string => Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":1`).join(",");
  const json: readonly (() => Buffer)[] = [
    () => Buffer.from(`{${keys()}}`),
    () => Buffer.from(`[{${keys()}}]`),
    () => Buffer.from(`{"name":{${keys()}}}`),
    () => Buffer.from(`[{"metrics":[{${keys()}}]}]`),
    () => filled("", "[", ""),
    () => filled("[", '{"a":', ""),
    () => filled("[", "1,", "1]"),
    () => filled("[", "{},", "{}]"),
    () => filled('[{"name":[', "1,", "1]}]"),
    () => filled("[", '{"name":"m","notes":"n"},', '{"name":"m","notes":"n"}]'),
    () => filled("[", '{"time":"x","metrics":{"a":{"b":[1,2]}}},', "5]"),
    () => filled('{"name":"', "x", '"}'),
    () => filled('{"name":"', "\\ud83d\\ude00", '"}'),
    () => filled('{"name":"', "\\", '"}'),
    () => filled('{"name":"', "\\u0000", '"}'),
    () => filled('{"speedoverground":"', "1", 'x","latitude":'.concat("9".repeat(1_000), "}")),
    () => filled("", " ", "{}"),
    () => filled("[1", ",", "]"),
  ];
  const csv: readonly (() => Buffer)[] = [
    () => filled("", "a,", "b\n1\n"),
    () => filled("name\n", "x\n", ""),
    () => filled('name\n"', "x", '"\n'),
    () => filled('name\n"', '""', '"\n'),
    () => filled("name\n", "x", "\n"),
  ];
  const forms: readonly (() => Buffer)[] = [() => filled("", "a=1&", ""), () => filled("a=", "%41", "")];
  const [type, kinds] = dice.one([
    ["application/json", json],
    ["application/json", json],
    ["application/json", json],
    ["text/csv", csv],
    ["application/x-www-form-urlencoded", forms],
  ] as const);
  return { type, bytes: dice.one(kinds)() };
}

/** A JSON value that no column accepts, as text. */
export function hostileJson(dice: Dice): string {
  return dice.one([
    () => "",
    () => "null",
    () => "true",
    () => "5",
    () => '"text"',
    () => "[]",
    () => "[[]]",
    () => "[null]",
    () => "[1,2]",
    () => "{",
    () => "[{},",
    () => "NaN",
    () => '{"a":NaN}',
    () => '{"id":1e999}',
    () => `{"id":${"9".repeat(5_000)}}`,
    () => '{"latitude":-0.0,"latitude":5}',
    () => `${"[".repeat(dice.one([100, 5_000, 20_000]))}${"]".repeat(100)}`,
    () => `{"extra":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}`,
    () => '{"name":"a\\u0000b"}',
    () => '{"name":"\\ud83d"}',
    () => '{"name":"\\udc00\\ud800"}',
    () => `{"name":"${"z".repeat(dice.one([300, 66_000, 300_000]))}"}`,
    () => `{"${"k".repeat(10_000)}":1}`,
    () => '{"__proto__":{"role":"admin_role"}}',
    () => '{"constructor":{"prototype":{}}}',
    () => '{"":1}',
    () => '[{"name":"a"},{"notes":"b"}]',
    () => '[{"name":"a"},5,null,"x"]',
    () => `[${'{"name":"m"},'.repeat(500)}{"name":"m"}]`,
    () => '{"extra":{"tags":"\\u0000"}}',
    () => "\u{feff}{}",
    () => '{"time":"2026-01-01T00:00:00Z","latitude":1e308,"longitude":"x","metrics":[]}',
    () => JSON.stringify([{ time: "2026-01-01T00:00:00Z", speedoverground: repeated(dice) }]),
    () => JSON.stringify({ email: repeated(dice), pass: repeated(dice) }),
    () => JSON.stringify({ name: repeated(dice), notes: "\ud83d", extra: { [repeated(dice)]: "\u0000" } }),
    () => '[{"time":{}},{"time":[]},{"time":true},{"time":"x","status":5}]',
  ])();
}

/** Random bytes. */
export function noise(dice: Dice): Buffer {
  return Buffer.from(Array.from({ length: 1 + dice.below(200) }, () => dice.below(256)));
}

/** A seed for a campaign without one. */
export function freshSeed(): number {
  return randomInt(1, 2 ** 31);
}
