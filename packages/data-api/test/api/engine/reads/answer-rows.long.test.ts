/** The rows of one answer, embedded ones included, are bounded, and so is how often a path comes back to a relation. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answered, type Observatory, openObservatory } from "../observatory.ts";
import { targets } from "./embed-targets.ts";

const MOST = 12;
let free: Observatory;
let bounded: Observatory;
beforeAll(async () => {
  free = await openObservatory();
  bounded = await openObservatory({ config: { answerRows: MOST, embedRepeats: 3 } });
});
afterAll(async () => {
  await free.close();
  await bounded.close();
});

/** Objects in a body: each is a row. */
function rowsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + rowsIn(one), 0);
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce((sum: number, one) => sum + rowsIn(one), 0);
}

const refused = ({ status, json }: Answered) => [status, json?.code];

describe("an answer", () => {
  it("is refused if it holds more rows than it may, and is the same otherwise", async () => {
    const seen = { kept: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(targets, async (target) => {
        const all = await free.get(target);
        const one = await bounded.get(target);
        if (all.status !== 200) return;
        if (one.json?.code === "54001") return;
        const rows = rowsIn(all.json);
        if (rows > MOST) {
          seen.refused++;
          expect(refused(one), `${target}: ${rows}`).toEqual([400, "54000"]);
        } else if (one.status === 200) {
          seen.kept++;
          expect(one.json).toEqual(all.json);
        } else {
          // A row that is joined and not there counts as one.
          expect(rows * 4, `${target}: ${one.text}`).toBeGreaterThan(MOST);
        }
      }),
      { numRuns: 500 },
    );
    expect(seen.kept).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(50);
  });

  it("says so in a sentence, whatever its form", async () => {
    for (const accept of ["application/json", "text/csv", "application/vnd.pgrst.object+json"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await bounded.ask(
          method,
          "/telescopes?select=id,nights(id,exposures(number,nights(id,telescopes(id,nights(id)))))",
          { headers: { accept, Prefer: "count=exact" } },
        );
        expect(answer.status).toBe(400);
        if (method === "GET") {
          expect(answer.json).toEqual({
            code: "54000",
            message: "An answer can have at most 12 rows, embedded ones included",
            details: null,
            hint: "Request fewer at a time: use limit and offset, filters, or fewer embeds.",
          });
        }
      }
    }
  });

  it("is bounded for calls and for writes, which are undone", async () => {
    const select = "select=id,nights(id,exposures(number,nights(id,telescopes(id,nights(id)))))";
    expect(refused(await bounded.get(`/rpc/all_telescopes?${select}`))).toEqual([400, "54000"]);
    const patched = await bounded.patch(
      `/telescopes?id=gt.0&${select}`,
      { name: "Changed" },
      { as: "ada@example.org", headers: { Prefer: "return=representation" } },
    );
    expect(refused(patched)).toEqual([400, "54000"]);
    expect((await bounded.get("/telescopes?name=eq.Changed")).json).toEqual([]);
    const few = await bounded.patch(
      "/telescopes?id=eq.1&select=id,sites(id)",
      { name: "Kept" },
      { as: "ada@example.org", headers: { Prefer: "return=representation" } },
    );
    expect([few.status, few.json]).toEqual([200, [{ id: 1, sites: { id: 1 } }]]);
  });

  it("is refused by its number of rows", async () => {
    expect((await bounded.get("/rpc/countdown?start=12")).json).toHaveLength(12);
    expect(refused(await bounded.get("/rpc/countdown?start=13"))).toEqual([400, "54000"]);
    expect((await bounded.get("/rpc/countdown?start=13&limit=12")).json).toHaveLength(12);
    const counted = await bounded.get("/rpc/countdown?start=99&limit=12", {
      headers: { Prefer: "count=exact" },
    });
    expect(counted.headers["content-range"]).toBe("0-11/99");
  });
});

describe("a path of embeds", () => {
  const path = (times: number): string => {
    let select = "id";
    for (let at = 1; at < times; at++) select = `id,sites(id,telescopes(${select}))`;
    return `/telescopes?select=${select}&limit=1`;
  };
  it("comes to a relation three times at most", async () => {
    expect((await bounded.get(`${path(3)}&sites.telescopes.limit=1`)).status).toBe(200);
    const { status, json } = await bounded.get(path(4));
    expect([status, json]).toEqual([
      400,
      {
        code: "54001",
        message: "telescopes can occur at most 3 times on a path of embeds",
        details: null,
        hint: "Request the deeper levels separately.",
      },
    ]);
  });

  it("may come to it as often as it likes side by side, and not at all in disguise", async () => {
    const beside =
      "/sites?select=a:telescopes(id),b:telescopes(id),c:telescopes(id),d:telescopes(id)&limit=1";
    expect((await bounded.get(beside)).status).toBe(200);
    for (const target of [
      path(4).replaceAll("sites(", "x:sites!inner("),
      path(4).replaceAll("telescopes(", "y:telescopes!telescopes_site_id_fkey("),
      path(4).replaceAll("sites(", "...sites("),
      `/rpc/all_telescopes${path(4).slice("/telescopes".length)}`,
      "/stars?select=number,same_class(number,same_class(number,same_class(number)))&limit=1",
    ]) {
      expect(refused(await bounded.get(target)), target).toEqual([400, "54001"]);
    }
    const write = await bounded.patch(
      `${path(4)}&id=eq.1&order=id`,
      { name: "X" },
      { as: "ada@example.org" },
    );
    expect(refused(write)).toEqual([400, "54001"]);
  });
});
