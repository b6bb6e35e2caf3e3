/** Text of any characters, for laws about what people or programs may write. */
import fc from "fast-check";

// Of the same code points as fast-check's unit "binary", which takes a second and much memory to make its table of them.
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Any text without half surrogates, of so many characters at most. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
}
