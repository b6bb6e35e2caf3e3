/** Arbitrary text, for laws about user and program input. */
import fc from "fast-check";

// The code points of fast-check's unit "binary", which spends a second and much memory on its table.
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Any text without lone surrogates, with a maximum length. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
}
