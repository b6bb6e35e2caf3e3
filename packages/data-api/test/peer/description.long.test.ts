/** Our description of an API beside PostgREST 11.2.2's, place by place. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { connectPostgres } from "../../src/db/postgres.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { DESCRIPTION_DIFFERENCES, type Described } from "./differences/description-differences.ts";
import { type Pair, peerBinary, startPair } from "./pair.ts";

const SCHEMAS = ["types", "observatory", "archive"];

/** Every place where two values differ. */
function places(theirs: unknown, ours: unknown, path: readonly string[] = []): readonly Described[] {
  if (isBranch(theirs) && isBranch(ours) && Array.isArray(theirs) === Array.isArray(ours)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    return [...keys].flatMap((key) => places(theirs[key], ours[key], [...path, key]));
  }
  return theirs === ours ? [] : [{ path, theirs, ours }];
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

describe.skipIf(peerBinary(11) === null)("beside PostgREST 11.2.2 the description", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await fixtureDatabase();
    const owner = connectPostgres({ url: database.url, max: 1 });
    const text = readFileSync(new URL("schemas/description.sql", import.meta.url), "utf8");
    await owner.transaction((tx) => tx.script(text));
    await owner.close();
  });
  afterAll(() => database.drop());

  /** Compares the OpenAPI documents of every schema and caller; reports unexplained differences. */
  const unexplained = async (pair: Pair): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const schema of SCHEMAS) {
      for (const as of [null, "ada"]) {
        const caller = as === null ? {} : { as };
        const request = { method: "GET", target: "/", headers: { "Accept-Profile": schema }, ...caller };
        const theirs = await pair.theirs.send(request);
        const ours = await pair.ours.send(request);
        expect([ours.status, ours.headers["content-type"], ours.headers["content-profile"]]).toEqual([
          theirs.status,
          theirs.headers["content-type"],
          theirs.headers["content-profile"],
        ]);
        const differing =
          theirs.body === ours.body ? [] : places(JSON.parse(theirs.body), JSON.parse(ours.body));
        const isKnown = (place: Described): boolean =>
          DESCRIPTION_DIFFERENCES.some((one) => one.explains(place));
        found.push(
          ...differing.filter((place) => !isKnown(place)).map((place) => ({ schema, as, ...place })),
        );
      }
    }
    return found;
  };

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["of what a role may use", { "openapi-mode": "follow-privileges" }],
    [
      "of everything, behind a proxy, with its security",
      {
        "openapi-mode": "ignore-privileges",
        "openapi-security-active": "true",
        "openapi-server-proxy-uri": "https://example.org:8443/api",
      },
    ],
    ["that is switched off", { "openapi-mode": "disabled" }],
  ])("%s is the same", async (_name, settings) => {
    const pair = await startPair(peerBinary(11) ?? "", database.url, {
      ...settings,
      "db-schemas": SCHEMAS.join(","),
    });
    try {
      expect(await unexplained(pair)).toEqual([]);
    } finally {
      await pair.stop();
    }
  });
});
