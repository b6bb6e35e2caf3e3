import { ApiError } from "@wakelog/kit/errors.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExchange } from "../../../../src/boat/link/form.ts";

const row = fc.tuple(
  fc.integer({ min: 1, max: 1e9 }),
  fc.integer({ min: 0, max: 4e12 }),
  fc.constant(null),
  fc.constant(null),
  fc.dictionary(
    fc.integer({ min: 1, max: 999 }).map(String),
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
  ),
);

describe("an exchange", () => {
  it("is read alike in one piece and in parts, whatever its texts hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.string(), async (rows, name) => {
        const sent = { about: { name: name.slice(0, 200) }, rows, stream: "k3j9x2ab", waiting: 3 };
        const short = await readExchange(JSON.stringify(sent));
        // Long enough to be read in parts.
        const long = await readExchange(JSON.stringify({ padding: ']},"'.repeat(50_000), ...sent }));
        expect(long).toEqual(short);
        expect(short.rows.map(({ number }) => number)).toEqual(rows.map(([number]) => number));
      }),
      { numRuns: 50 },
    );
  });

  it("that is cut off is refused, long or short", async () => {
    for (const padding of ["", "x".repeat(200_000)]) {
      const text = JSON.stringify({ stream: "k3j9x2ab", padding, rows: [[1, 2, null, null, {}]] });
      for (const cut of [1, 5, 20]) {
        const refused = await readExchange(text.slice(0, -cut)).catch((fault: unknown) => fault);
        expect(refused).toBeInstanceOf(ApiError);
        expect(refused).toMatchObject({ status: 400, message: "The body is not JSON" });
      }
    }
  });
});
