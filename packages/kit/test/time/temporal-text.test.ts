import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBoundedSpan, parseTemporalText } from "../../src/time/temporal-text.ts";

const DAY = 86_400_000;
const time = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) });
/** An instant as one of the programs writes it. */
const written = fc
  .tuple(time, fc.constantFrom("rfc", "zulu", "space", "east"))
  .map(([at, form]): readonly [number, string] => {
    const text = new Date(at).toISOString().slice(0, -1);
    if (form === "rfc") return [at, `${text}+00:00`];
    if (form === "zulu") return [at, `${text}Z`];
    if (form === "space") return [at, `${text.replace("T", " ")}+00`];
    return [at, `${new Date(at + DAY / 48).toISOString().slice(0, -1)}+00:30`];
  });
/** Whatever does not look like the end of a text. */
const text = fc
  .string({ unit: fc.constantFrom(..."ab \"@,[](){};\\'ö🐳2026-:Z\n") })
  .filter((one) => !/"@\d{4}-/.test(one) && !/"@\d{4}-/.test(`${one}"@`) && !one.endsWith('"@'));
const timed = fc.tuple(text, written);
const space = fc.constantFrom("", " ", "  ");
const join = (items: readonly (readonly [string, readonly [number, string]])[], gap: string) =>
  items.map(([one, [, at]]) => `"${one}"@${at}`).join(`,${gap}`);
const wanted = (items: readonly (readonly [string, readonly [number, string]])[]) =>
  items.map(([one, [at]]) => ({ time: at, text: one }));

describe("a text over time", () => {
  it("is read as it was written: whatever the texts, ends, sequences and instants", () => {
    const sequence = fc.tuple(
      fc.array(timed, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("[", "("),
      fc.constantFrom("]", ")"),
      space,
    );
    const value = fc.tuple(fc.array(sequence, { minLength: 1, maxLength: 4 }), fc.boolean(), space);
    fc.assert(
      fc.property(value, ([sequences, isStepped, gap]) => {
        const one = sequences.map(
          ([items, opening, closing, inner]) => `${opening}${gap}${join(items, inner)}${gap}${closing}`,
        );
        const whole = one.length === 1 ? one[0] : `{${one.join(`,${gap}`)}}`;
        const found = parseTemporalText(`${isStepped ? "Interp=Step;" : ""}${whole}`);
        expect(found).toEqual(
          sequences.flatMap(([items, opening, closing]) =>
            wanted(items).slice(opening === "(" ? 1 : 0, closing === ")" ? -1 : undefined),
          ),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("may be one instant, or several in braces", () => {
    const at = "2026-06-14T10:40:00Z";
    const first = { time: Date.parse(at), text: 'said "no"' };
    expect(parseTemporalText(`"said "no""@${at}`)).toEqual([first]);
    expect(parseTemporalText(`{"said "no""@${at}, ""@2026-06-14 10:41:00+00}`)).toEqual([
      first,
      { time: first.time + 60_000, text: "" },
    ]);
  });

  it("is refused otherwise, in time that grows with its length only", () => {
    for (const value of [
      ...["", "[]", "fog", "[fog@2026-06-14T10:40:00Z]", '["fog"@noon]', '["fog"@2026-02-31T10:40:00Z]'],
      ...['["fog"@2026-06-14T10:40:00Z', '"fog"@2026-06-14T10:40:00Z]', '["fog"@2026-06-14T10:40:00Z] more'],
      ...['{["fog"@2026-06-14T10:40:00Z]', '["a"@2026-06-14T10:40:00Z,]', '["fog", "bank"]'],
      ...[
        '["'.padEnd(65_536, '"@'),
        "[".repeat(65_536),
        `["${" ".repeat(65_536)}`,
        '"@2026-06-14'.repeat(5000),
      ],
    ])
      expect(parseTemporalText(value), value.slice(0, 40)).toBeNull();
  });
});

describe("a span of time", () => {
  it("is read as it was written, with its brackets", () => {
    fc.assert(
      fc.property(
        ...([
          written,
          written,
          fc.constantFrom("[", "("),
          fc.constantFrom("]", ")"),
          fc.constantFrom('"', ""),
        ] as const),
        ([from, first], [to, last], opening, closing, quote) => {
          const found = parseBoundedSpan(
            `${opening}${quote}${first}${quote}, ${quote}${last}${quote}${closing}`,
          );
          const includes = { includesFrom: opening === "[", includesTo: closing === "]" };
          expect(found).toEqual(to < from ? null : { from, to, ...includes });
        },
      ),
    );
  });

  it("is refused otherwise", () => {
    const at = "2026-06-14T10:40:00Z";
    for (const value of ["", at, `[${at}]`, `[${at}, ]`, `[${at}, noon]`, `${at}, ${at}`, `{[${at}, ${at}]}`])
      expect(parseBoundedSpan(value), value).toBeNull();
  });
});
