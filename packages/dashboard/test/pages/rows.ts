/** Generated rows, with values that no form has. */
import fc from "fast-check";
import { anyText } from "../../../../test/support/laws/any-text.ts";

/** One line, as the service stores it. */
export const text = anyText(12)
  .map((any) => any.replace(/[\p{Cc}]/gu, "").trim())
  .filter((any) => any !== "");

/** Numbers with more digits than forms show. */
export const figure = fc.oneof(
  fc.double({ min: -1e5, max: 1e5, noNaN: true }).map((any) => any + 0),
  fc.integer({ min: 0, max: 1000 }),
);

/** Members of other programs in a JSON object. */
export const foreign = fc.dictionary(
  fc.constantFrom("myKey", "waves", "windGusts", "a b", "__note"),
  fc.oneof(text, figure, fc.boolean(), fc.constant(null), fc.record({ deep: fc.array(figure) })),
  { noNullPrototype: true },
);
