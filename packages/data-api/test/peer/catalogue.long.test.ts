/** Random catalogues beside PostgREST 11.2.2: each relation and function requested once, with the same response. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { loadSchema } from "../../src/engine/schema/load.ts";
import { type Built, build, plans } from "../cases/catalogue/catalogue.ts";
import { requestsOf } from "../cases/catalogue/requests.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { differences } from "./comparison.ts";
import { knownDifference } from "./differences/known-differences.ts";
import { peerBinary, startPair } from "./pair.ts";
import { type PeerRequest, shown, undone } from "./request.ts";

/** How many catalogues are compared, all in one database; `WAKELOG_TEST_CATALOGUES=100` looks further. */
const RUNS = Math.ceil(Number(process.env.WAKELOG_TEST_CATALOGUES ?? 12) / 3);

/**
 * Excludes what 11.2 cannot read (wrappers without a handler), and names that need quotes, which have differences of
 * their own.
 */
const PLANS = plans({ plainNames: true, without: ["foreign"] });

/** Rows that are put in get numbers from a sequence, which both draw from. */
const isNumbered = ({ method, target }: PeerRequest): boolean =>
  method === "POST" && !target.startsWith("/rpc/");

describe.skipIf(peerBinary(11) === null)("a random catalogue beside PostgREST 11.2.2", () => {
  let database: TestDatabase;
  const built: Built[] = [];

  beforeAll(async () => {
    database = await fixtureDatabase();
    const { seed = 0 } = fc.readConfigureGlobal();
    for (const plan of fc.sample(PLANS, { seed, numRuns: RUNS })) {
      built.push(await build(database.owner, plan, "fixture_anonymous"));
    }
  });
  afterAll(() => database.drop());

  it(
    "is answered as it does",
    async () => {
      const schemas = built.map(({ schema }) => schema);
      const cache = await database.owner.transaction((tx) =>
        loadSchema(tx, { schemas, extraSearchPath: [] }),
      );
      const pair = await startPair(peerBinary(11) ?? "", database.url, {
        "db-schemas": schemas.join(","),
        "db-extra-search-path": "",
      });
      const ask = { theirs: pair.theirs.send, ours: pair.ours.send };
      const found: string[] = [];
      try {
        for (const schema of schemas) {
          for (const request of requestsOf(cache, schema).map(undone)) {
            if (isNumbered(request)) continue;
            const theirs = await ask.theirs(request);
            const ours = await ask.ours(request);
            if (differences(theirs, ours).length === 0) continue;
            if ((await knownDifference({ request, theirs, ours, ask })) !== null) continue;
            found.push(
              `${shown(request)}\n  theirs: ${theirs.status} ${theirs.body}\n  ours: ${ours.status} ${ours.body}`,
            );
          }
        }
      } finally {
        await pair.stop();
      }
      expect(found.join("\n")).toBe("");
    },
    60_000 + RUNS * 20_000,
  );
});
