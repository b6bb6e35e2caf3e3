/** A cached shape yields what parsing each request alone would. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { atOnce } from "@wakelog/kit/time/slices.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../../../test/support/database.ts";
import { releaseOf } from "../../../../src/engine/release/release.ts";
import type { HttpInput } from "../../../../src/engine/request/api-request.ts";
import { parseHead, type RequestConfig } from "../../../../src/engine/request/request.ts";
import { loadSchema } from "../../../../src/engine/schema/load.ts";
import type { SchemaCache } from "../../../../src/engine/schema/schema-cache.ts";
import { Shapes } from "../../../../src/engine/shape/shape.ts";
import { build, plans } from "../../../cases/catalogue/catalogue.ts";
import { requestsOf } from "../../../cases/catalogue/requests.ts";
import { FIXTURE_SCHEMAS, FIXTURE_SEARCH_PATH, fixtureDatabase } from "../../../cases/fixture.ts";
import { calls } from "../../../peer/generate/calls.ts";
import { noise } from "../../../peer/generate/noise.ts";
import { reads } from "../../../peer/generate/reads.ts";
import { rowWrites } from "../../../peer/generate/row-writes.ts";
import { writes } from "../../../peer/generate/writes.ts";
import { type PeerRequest, shown, undone } from "../../../peer/request.ts";
import { type Observatory, openObservatory } from "../observatory.ts";
import { inputOf, NASTY, siblings } from "./siblings.ts";

const KINDS: Readonly<Record<string, fc.Arbitrary<PeerRequest>>> = {
  reads: reads(),
  calls: calls(),
  writes: writes(),
  "writes of rows": rowWrites(),
  noise: noise(),
};

const QUANTIFIED = ["eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"];
const OPERATORS = [
  ...QUANTIFIED.flatMap((one) => [one, `${one}(any)`, `${one}(all)`]),
  ...["neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "isdistinct"],
  ...["fts", "plfts", "phfts", "wfts"].flatMap((one) => [one, `${one}(english)`]),
].flatMap((one) => [one, `not.${one}`]);

function shapesOf(cache: SchemaCache, schemas: readonly string[], answerRows: number | null): Shapes {
  const request: RequestConfig = { schemas, judgedInserts: new Set(["observers"]) };
  const plan = {
    release: releaseOf(),
    schemas,
    maxRows: 100,
    countEstimates: "own",
    answerRows,
    answerBytes: null,
    embeds: null,
    embedRepeats: null,
    aggregates: true,
    plan: true,
    rawMediaTypes: [],
    standIns: [],
    handledInserts: new Set(["observers"]),
  } as const;
  return new Shapes({ cache, request, plan, readHead: (input) => parseHead(input, request) });
}

/** Everything that is made of a request, or its refusal. */
function made(shapes: Shapes, input: HttpInput) {
  try {
    const planned = shapes.plan(atOnce(shapes.read(input)));
    const { request, plan } = planned.own();
    const isShared = planned.shared().plan !== plan;
    if (plan.kind === "info" || plan.kind === "inspect") return { all: { request, plan }, isShared };
    const { main, estimate } = planned.statements();
    const sent = [main, estimate].map((one) => one && { text: one.text, values: one.values });
    return { all: { request, plan, sent }, isShared };
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    const { code, status, message, details, hint } = fault;
    return { all: { code, status, message, details, hint }, isShared: false };
  }
}

describe("a remembered shape", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await fixtureDatabase();
  });
  afterAll(() => database.drop());

  const loaded = (schemas: readonly string[]): Promise<SchemaCache> =>
    database.owner.transaction((tx) => loadSchema(tx, { schemas, extraSearchPath: FIXTURE_SEARCH_PATH }));

  it.each(Object.entries(KINDS))(
    "is planned and written as each of its requests would be: %s",
    async (kind, requests) => {
      const cache = await loaded(FIXTURE_SCHEMAS);
      let filled = 0;
      fc.assert(
        fc.property(siblings(requests), fc.constantFrom(null, 20), ([first, ...others], answerRows) => {
          const remembering = shapesOf(cache, FIXTURE_SCHEMAS, answerRows);
          for (const input of [first, first, ...others]) {
            if (input === undefined) continue;
            const { all, isShared } = made(remembering, input);
            expect(all).toEqual(made(shapesOf(cache, FIXTURE_SCHEMAS, answerRows), input).all);
            if (isShared) filled += 1;
          }
        }),
        { numRuns: 100 },
      );
      // The law would be empty if nothing were remembered.
      if (kind !== "noise") expect(filled).toBeGreaterThan(50);
    },
  );

  it("is filled with every kind of value, wherever one may be", async () => {
    const cache = await loaded(FIXTURE_SCHEMAS);
    const remembering = shapesOf(cache, FIXTURE_SCHEMAS, null);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const ways: ((value: string) => PeerRequest)[] = [
      (value) => ({ method: "GET", target: `/rpc/greet?name=${value}`, headers: {} }),
      (value) => ({ method: "POST", target: "/rpc/greet", headers: form, body: `name=${value}` }),
      (value) => ({ method: "POST", target: "/sites", headers: form, body: `name=${value}&country=CL` }),
      (value) => ({ method: "GET", target: `/sites?name=in.(a,%22${value}%22)`, headers: {} }),
      (value) => ({ method: "PUT", target: `/sites?id=eq.${value}`, headers: {}, body: '{"id":1}' }),
      ...OPERATORS.map((operator) => (value: string): PeerRequest => {
        return { method: "GET", target: `/sites?name=${operator}.${value}&limit=2`, headers: {} };
      }),
    ];
    for (const way of ways) {
      for (const value of ["a", "b", ...NASTY]) {
        const request = way(encodeURIComponent(value.toWellFormed()));
        const alone = made(shapesOf(cache, FIXTURE_SCHEMAS, null), inputOf(request));
        expect(made(remembering, inputOf(request)).all, shown(request)).toEqual(alone.all);
      }
      expect(made(remembering, inputOf(way("c"))).isShared, shown(way("c"))).toBe(true);
    }
  });

  it("is another one with other headers, another method or another path", async () => {
    const cache = await loaded(FIXTURE_SCHEMAS);
    const remembering = shapesOf(cache, FIXTURE_SCHEMAS, null);
    const headers = [
      {},
      { Accept: "" },
      { Accept: "text/csv" },
      { Prefer: "count=exact" },
      { Prefer: "return=representation" },
      { Range: "1-2" },
      { "Accept-Profile": "archive" },
      { "Content-Profile": "archive" },
      { "Content-Type": "text/csv" },
      { "Content-Type": "application/x-www-form-urlencoded" },
    ];
    const body = "id\n1";
    const requests = headers.flatMap((one) =>
      ["GET", "HEAD", "DELETE", "POST", "PATCH", "OPTIONS"].flatMap((method) =>
        ["/sites?id=eq.1", "/sites?id=neq.1", "/stars?id=eq.1", "/rpc/greet?id=eq.1", "/rpc/greet?id=1"].map(
          (target): PeerRequest => ({ method, target, headers: one, body }),
        ),
      ),
    );
    // A table is no JSON to a function that takes a whole body, though both are rows with the same keys.
    const whole = { method: "POST", target: "/rpc/echo_json", body: '[{"id":"1"}]' };
    requests.push({ ...whole, headers: {} }, { ...whole, headers: { "Content-Type": "text/csv" }, body });
    for (const request of [...requests, ...requests, ...requests]) {
      const alone = made(shapesOf(cache, FIXTURE_SCHEMAS, null), inputOf(request));
      expect(made(remembering, inputOf(request)).all, shown(request)).toEqual(alone.all);
    }
  });

  it("is so on random schemas", async () => {
    await fc.assert(
      fc.asyncProperty(plans(), fc.infiniteStream(fc.nat()), async (plan, seeds) => {
        const built = await build(database.owner, plan, "fixture_anonymous");
        try {
          const cache = await loaded([built.schema]);
          for (const request of requestsOf(cache, built.schema)) {
            const [inputs = []] = fc.sample(siblings(fc.constant(request)), {
              numRuns: 1,
              seed: seeds.next().value ?? 0,
            });
            const remembering = shapesOf(cache, [built.schema], null);
            for (const input of [...inputs, ...inputs]) {
              const alone = made(shapesOf(cache, [built.schema], null), input);
              expect(made(remembering, input).all, shown(request)).toEqual(alone.all);
            }
          }
        } finally {
          await built.drop();
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  }, 120_000);
});

describe("the answer to a request of a remembered shape", () => {
  let observatory: Observatory;
  beforeAll(async () => {
    observatory = await openObservatory({
      config: { plan: true, txEnd: "commit-allow-override", answerRows: 200 },
    });
  });
  afterAll(() => observatory.close());

  it.each(Object.entries(KINDS))(
    "is that to the request alone: %s",
    async (_, requests) => {
      let alone = 0;
      await fc.assert(
        fc.asyncProperty(siblings(requests.map(undone)), async ([first, ...others]) => {
          for (const input of [first, first, ...others]) {
            if (input === undefined) continue;
            const answer = await observatory.engine.handle(input);
            // An unknown preference makes another shape, which has not been seen before.
            const prefer = [input.headers.prefer, `alone-${alone++}`].filter(Boolean).join(", ");
            const other = await observatory.engine.handle({
              ...input,
              headers: { ...input.headers, prefer },
            });
            if (/handling=strict/.test(prefer)) continue;
            expect(answer).toEqual(other);
          }
        }),
        { numRuns: 60 },
      );
    },
    60_000,
  );
});
