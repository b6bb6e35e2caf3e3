/**
 * Columns of every type, names of every kind and functions of every signature beside PostgREST 11.2.2, and what only
 * 12 has.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { alike, differences } from "./comparison.ts";
import { kindReads } from "./generate/kinds.ts";
import { kindCalls } from "./generate/kinds-calls.ts";
import { kindWrites } from "./generate/kinds-writes.ts";
import { judgeOf } from "./judge.ts";
import { type Pair, peerBinary, startPair } from "./pair.ts";
import { type PeerRequest, parseRequests, shown, undone } from "./request.ts";

const SCHEMA = readFileSync(new URL("schemas/kinds.sql", import.meta.url), "utf8");
const FILES = ["kinds", "kinds-rows", "kinds-writes", "kinds-calls"] as const;
const RUNS = Number(process.env.WAKELOG_TEST_PEER_RUNS ?? 200);
const SEED = Number(process.env.WAKELOG_TEST_PEER_SEED ?? 20_240_101);
const SETTINGS = { "db-schemas": "kinds,Other Kinds" };

const requestsOf = (name: string): readonly PeerRequest[] =>
  parseRequests(readFileSync(new URL(`requests/${name}.txt`, import.meta.url), "utf8"));

async function kindsDatabase(): Promise<TestDatabase> {
  const database = await fixtureDatabase();
  await database.owner.transaction((tx) => tx.script(SCHEMA));
  return database;
}

describe.skipIf(peerBinary(11) === null)("beside PostgREST 11.2.2", () => {
  let database: TestDatabase;
  let pair: Pair;
  const { unexplained } = judgeOf(() => pair);

  beforeAll(async () => {
    database = await kindsDatabase();
    pair = await startPair(peerBinary(11) ?? "", database.url, SETTINGS);
  });
  afterAll(async () => {
    await pair.stop();
    await database.drop();
  });

  it.each(FILES)(
    "answers the requests of %s.txt as it does",
    async (name) => {
      const found: string[] = [];
      for (const request of requestsOf(name)) found.push(...(await unexplained(request)));
      expect(found.join("\n")).toBe("");
    },
    120_000,
  );

  it.each([
    ["reads", kindReads()],
    ["writes", kindWrites()],
    ["calls", kindCalls()],
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

describe.skipIf(peerBinary(12) === null)("beside PostgREST 12.0.2", () => {
  let database: TestDatabase;
  let pair: Pair;

  beforeAll(async () => {
    database = await kindsDatabase();
    const settings = { ...SETTINGS, "db-aggregates-enabled": "true" };
    pair = await startPair(peerBinary(12) ?? "", database.url, settings);
  });
  afterAll(async () => {
    await pair.stop();
    await database.drop();
  });

  /** Values are compared as JSON, as 12 writes the rows of an embedded list differently than 11. */
  const differing = async (asked: PeerRequest): Promise<readonly string[]> => {
    const request = undone(asked);
    const theirs = alike(await pair.theirs.send(request));
    const ours = alike(await pair.ours.send(request));
    const found = differences(theirs, ours);
    return found.length === 0
      ? []
      : [shown(request), ...found.map((one) => `  ${one.where}\n    ${one.theirs}\n    ${one.ours}`)];
  };

  it("answers what only 12 has as it does", async () => {
    const found: string[] = [];
    for (const request of requestsOf("kinds-later")) found.push(...(await differing(request)));
    expect(found.join("\n")).toBe("");
  }, 60_000);
});
