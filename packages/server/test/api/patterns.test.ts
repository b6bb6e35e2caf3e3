/** Patterns of strangers and users: `match` and `imatch` are cheap whatever they are given. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { PATTERN_LENGTH, patternProblem } from "@wakelog/data-api/engine/request/pattern.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Pattern");
});

const COSTLY = "(((.{0,20}){0,20}){0,20})z";
const VARIATIONS = [
  `sys_version=match.${encodeURIComponent(COSTLY)}`,
  `sys_version=imatch.${encodeURIComponent(COSTLY)}`,
  `sys_version=not.match.${encodeURIComponent(COSTLY)}`,
  `or=(sys_version.match.${encodeURIComponent(`"${COSTLY}"`)},restserver.eq.x)`,
  `and=(or(sys_version.not.imatch.${encodeURIComponent(`"${COSTLY}"`)}))`,
  `not.and=(sys_version.match.${encodeURIComponent(`"${COSTLY}"`)})`,
  `sys_version=match(any).${encodeURIComponent(`{"x","${COSTLY}"}`)}`,
  `sys_version=match(all).${encodeURIComponent(`{"${COSTLY}"}`)}`,
  `sys_version=match(any).${encodeURIComponent(`[1:1]={"${COSTLY}"}`)}`,
  `sys_version=match.${encodeURIComponent(`***:(?i)${COSTLY}`)}`,
  `sys_version=match.${encodeURIComponent(`(?x)( . {0,20} ) {0,20}`)}`,
];

describe("a pattern that would cost much", () => {
  it("is refused to people at once, in a sentence, wherever it stands", async () => {
    for (const query of VARIATIONS) {
      for (const method of ["GET", "HEAD"]) {
        const started = performance.now();
        const { status, json } = await api.send(method, `/versions_view?${query}`, {
          token: sailor.userToken,
        });
        expect(status, query).toBe(400);
        if (method === "GET") expect(json.message, query).toMatch(/pattern/);
        // The pattern itself would run until the statement is cut off.
        expect(performance.now() - started).toBeLessThan(10_000);
      }
    }
    const write = await api.patch(
      `/stays?name=match.${encodeURIComponent(COSTLY)}`,
      { notes: "x" },
      { token: sailor.userToken },
    );
    expect(write.status).toBe(400);
    const embedded = `/stays_at?select=stay_code,stays(id)&stays.name=match.${encodeURIComponent(COSTLY)}`;
    expect((await api.get(embedded, { token: sailor.userToken })).status).toBe(400);
  });

  it("is not offered to strangers, and neither is any other", async () => {
    const asked = await api.get("/versions_view?sys_version=match.Post", { token: sailor.userToken });
    expect([asked.status, asked.json.length]).toEqual([200, 1]);
    for (const query of [...VARIATIONS, "sys_version=match.Post", "sys_version=imatch(any).{a}"]) {
      const { status, json, headers } = await api.get(`/versions_view?${query}`);
      expect([status, json.message], query).toEqual([401, "Searching by match and imatch needs a token."]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await api.get("/versions_view?sys_version=like.Post*")).json).toHaveLength(1);
  });
});

describe("a pattern that is taken", () => {
  const atom = fc.constantFrom(
    "a",
    ".",
    "[ab]",
    "[^b]",
    "\\w",
    "(a|b)",
    "(ab)",
    "(a|ab|b)",
    "(.|a|..)",
    "\\y",
    "^",
    "$",
    "(a)(b)",
  );
  const times = fc.constantFrom("", "*", "+", "?", "{0,32}", "{32}", "{16,}", "*?", "{0,32}?");
  const pattern = fc
    .array(
      fc.tuple(atom, times).map(([one, many]) => (/[y^$]$/.test(one) ? one : one + many)),
      { minLength: 1, maxLength: 60 },
    )
    .chain((parts) =>
      fc.constantFrom(
        parts.join(""),
        parts.join("|"),
        `(${parts.join("|")})`,
        `${parts.join("")}z`,
        `(${parts.join("")})z`,
      ),
    )
    .map((text) => text.slice(0, PATTERN_LENGTH))
    .filter((text) => patternProblem(text) === null);
  /** Known hard cases: many counted parts that can share the text in many ways, and a missing end. */
  const hard = [
    "(a|b|ab|ba|.){0,32}",
    ".{0,32}",
    "(.|a){32}",
    "a?",
    "(aa|aab|ab|b){0,32}",
    "[ab]{16,32}",
    ".*a",
  ].map((one) => `${one.repeat(Math.floor((PATTERN_LENGTH - 1) / one.length))}z`);

  it("runs within the time of a statement against 64 kB of text", { timeout: 240_000 }, async () => {
    const owner = service.database.owner;
    const texts = ["ab", "a", "aab", "b a"].map((one) => one.repeat(65_536 / one.length));
    let worst: readonly [number, string] = [0, ""];
    const run = async (one: string) => {
      const started = performance.now();
      await owner
        .transaction(async (tx) => {
          await tx.run(sql`select set_config('statement_timeout', '15s', true)`);
          try {
            await tx.run(
              sql`select t ~ ${one}, t ~* ${one} from json_array_elements_text(${JSON.stringify(texts)}::json) t`,
            );
          } catch (error) {
            // Too complex for PostgreSQL, or none of its patterns: refused is as good as done.
            if (!(error instanceof Error) || !("sqlstate" in error) || error.sqlstate !== "2201B")
              throw error;
            throw new Stop();
          }
        })
        .catch((error: unknown) => {
          if (!(error instanceof Stop)) throw error;
        });
      const took = performance.now() - started;
      if (took > worst[0]) worst = [took, one];
    };
    for (const one of hard) await run(one);
    await fc.assert(fc.asyncProperty(pattern, run), { numRuns: 150 });
    process.stderr.write(`the worst pattern took ${worst[0].toFixed(0)} ms for eight runs: ${worst[1]}\n`);
  });
});

class Stop extends Error {}
