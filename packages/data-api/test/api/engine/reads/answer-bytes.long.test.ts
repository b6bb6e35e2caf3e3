/** A response's size is bounded while it is built; within the bound the response is unchanged. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "../observatory.ts";
import { targets } from "./embed-targets.ts";

const MOST = 400;
let free: Observatory;
let bounded: Observatory;
beforeAll(async () => {
  free = await openObservatory();
  bounded = await openObservatory({ config: { answerBytes: MOST } });
});
afterAll(async () => {
  await free.close();
  await bounded.close();
});

const FORMS = [
  "application/json",
  "text/csv",
  "application/vnd.pgrst.array+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
];

/** JSON within CSV may have blanks elsewhere. */
const spaceless = (csv: string): string => csv.replaceAll(/\}, ?\n? \{/g, "},{");

describe("an answer", () => {
  it("is refused if it is longer than it may be, and is the same otherwise", async () => {
    const seen = { kept: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(targets, fc.constantFrom(...FORMS), async (target, accept) => {
        const all = await free.get(target, { headers: { accept, Prefer: "count=exact" } });
        const one = await bounded.get(target, { headers: { accept, Prefer: "count=exact" } });
        if (one.status === 400 && one.json?.code === "54000") {
          seen.refused++;
          // Of many rows that were refused as one object only their number was shown; a null that is not shown counts.
          if (all.status === 200) expect(all.text.length, target).toBeGreaterThan(MOST / 4);
          return;
        }
        expect(one.status, target).toBe(all.status);
        if (all.status >= 300) return;
        seen.kept++;
        expect(all.text.length, target).toBeLessThan(MOST * 2);
        expect(one.headers["content-range"]).toBe(all.headers["content-range"]);
        if (accept === "text/csv") expect(spaceless(one.text)).toBe(spaceless(all.text));
        else expect(one.json).toEqual(all.json);
      }),
      { numRuns: 500 },
    );
    expect(seen.kept).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(50);
  });

  it("says so in a sentence, for calls, writes and bare values too", async () => {
    const text = { headers: { accept: "text/plain" } };
    const refusals = [
      await bounded.get("/rpc/countdown?start=500"),
      await bounded.get("/exposures?select=number,nights(id,telescopes(id,name,sites(id,name)))"),
      await bounded.get("/rpc/all_telescopes?select=*,nights(*,exposures(*))"),
      await bounded.patch(
        "/telescopes?id=gt.0&select=*,nights(*,exposures(*))",
        { name: "Kept" },
        { as: "ada@example.org", headers: { Prefer: "return=representation" } },
      ),
    ];
    for (const { status, json } of refusals) {
      expect([status, json.code, json.message]).toEqual([
        400,
        "54000",
        expect.stringMatching(/^The answer is longer than /),
      ]);
      expect(json.hint).toContain("limit=");
    }
    const name = "/stars?select=number&order=catalog,number";
    expect((await bounded.get(name, text)).text).toBe((await free.get(name, text)).text);
    expect((await bounded.get("/rpc/countdown?start=12")).json).toEqual(
      (await free.get("/rpc/countdown?start=12")).json,
    );
  });
});
