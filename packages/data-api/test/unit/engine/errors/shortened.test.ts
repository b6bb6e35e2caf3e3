import { ApiError } from "@wakelog/kit/errors.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../../../test/support/laws/processor-time.ts";
import { shortened } from "../../../../src/engine/errors/shortened.ts";

const LIMITS = { value: 200, text: 1000 };
const cut = (message: string, details: unknown = null, hint: string | null = null) =>
  shortened(new ApiError({ code: "22P02", status: 400, message, details, hint }), LIMITS);

describe("an error's texts", () => {
  it("are as they were if they are short", () => {
    const error = new ApiError({ code: "x", status: 400, message: "a", details: { b: ["c"] }, hint: "d" });
    expect(shortened(error, LIMITS)).toBe(error);
    const text = `column "${"a".repeat(200)}" does not exist`;
    expect(cut(text).message).toBe(text);
  });

  it("keep what is said of a value, and 200 characters of it", () => {
    const { message } = cut(`invalid input syntax for type integer: "${"z".repeat(33_000_000)}"`);
    expect(message).toBe(`invalid input syntax for type integer: "${"z".repeat(200)}…"`);
    expect(cut("x", `Key (name)=(${"y".repeat(500)}) exists.`).details).toBe(
      `Key (name)=(${"y".repeat(200)}…) exists.`,
    );
  });

  it("never show more, whatever is in the value, and take no time to cut", () => {
    const piece = fc.constantFrom('"', "'", "=(", ")", "é", "😀", "\ud83d", "z", " ", "\\", "\n");
    const text = fc.tuple(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 100_000 }));
    fc.assert(
      fc.property(text, fc.constantFrom('bad: "', "'", "Key (a)=(", ""), ([pieces, times], before) => {
        const value = pieces.join("").repeat(Math.ceil(times / Math.max(pieces.length, 1)));
        const whole = before + value;
        let made = cut("", "", "");
        const took = processorMs(() => {
          made = cut(whole, whole, whole);
        });
        expect(took).toBeLessThan(2000);
        const { message, details, hint } = made;
        for (const shown of [message, String(details), hint ?? ""]) {
          expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(1000);
          // No character was cut in two that was whole before.
          if (!pieces.includes("\ud83d")) expect(shown.includes("\ufffd")).toBe(value.includes("\ufffd"));
        }
      }),
      { numRuns: 300 },
    );
  });
});
