/** Packing changes no response: any row's JSON reads the same to the last digit. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../../test/support/client.ts";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import { LAW_TIMEOUT, lawCases } from "../../../../../../test/support/laws/cases.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { packVessels } from "../../../../src/boat/monitoring/ageing/packing.ts";
import { metricRowsBetween } from "../../../../src/boat/voyages/record/read-metrics.ts";

const service = serviceForTests();
const { api } = service;

const asService = <T>(work: Parameters<typeof service.database.owner.transaction<T>>[0]) =>
  service.database.owner.transaction(work, { role: "wakelog_worker" });

/** Numbers that a double cannot hold or writes differently, among ordinary ones. */
const oddNumber = fc.constantFrom(
  ...["1e400", "-1e400", "1e-400", "1.10", "-0", "-0.0", "0", "0.0", "12345678901234567890", "1e22", "1E5"],
  ...["1e-7", "1e15", "1e16", "1.7976931348623157e308", "5e-324", "4.9e-324", "2e-324", "9007199254740993"],
  ...["0.1", "0.30000000000000004", "0.3000000000000000444", "100", "1.0e2", "123456789012345678901234"],
);
const number = fc.oneof(
  oddNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => JSON.stringify(one)),
  fc.integer().map(String),
  fc
    .tuple(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.nat(12))
    .map(([one, digits]) => one.toFixed(digits)),
);

/** Strings that PostgreSQL can store: without U+0000. */
const text = anyText(12).map((one) => JSON.stringify(one.replaceAll("\0", "")));
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('"a"', '"b.c"', '"environment.depth"', '"tiefe ÄÖ"', '"🜨"', '""') },
  { weight: 1, arbitrary: text },
);
const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: number },
    fc.constantFrom("null", "true", "false", "{}", "[]"),
    text,
    tie("object"),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
  ),
  object: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 8 })
    .map((members) => `{${members.map(([name, one]) => `${name}:${one}`).join(",")}}`),
}));
const object = fc
  .array(fc.tuple(key, value), { maxLength: 8 })
  .map((members) => `{${members.map(([name, one]) => `${name}:${one}`).join(",")}}`);
/** A row's JSON: mostly an object. */
const document = fc.oneof(
  { weight: 12, arbitrary: object },
  { weight: 1, arbitrary: fc.constantFrom("null", "[1]", "1.5", '"text"', "{}") },
  { weight: 1, arbitrary: fc.constant(null) },
);

it("of random documents, in SQL, in the service and over HTTP", { timeout: LAW_TIMEOUT }, async () => {
  const { userToken } = await newSailor(api, "Packed");
  const vessel = (await api.get("/vessels_view?select=name", { token: userToken })).json;
  expect(vessel).toHaveLength(1);
  const [{ vessel_id: vesselId = "" } = {}] = (await asService((tx) =>
    tx.query(sql`select vessel_id from app.vessels`),
  )) as readonly { readonly vessel_id?: string }[];
  const seen = async () => ({
    sql: await asService((tx) =>
      tx.query(sql`select "time", metrics::text as metrics from api.metrics order by "time"`),
    ),
    read: await asService((tx) =>
      metricRowsBetween(tx, vesselId, Date.UTC(2025, 0, 1), Date.UTC(2025, 0, 2)),
    ),
    whole: (await api.get("/metrics?order=time", { token: userToken })).text,
    one: (await api.get('/metrics?select=metrics->a,metrics->>"b.c"&order=time', { token: userToken })).text,
    over: (await api.get("/monitoring_view3?order=time.asc,key.asc", { token: userToken })).text,
    newest: (await api.get("/monitoring_view2", { token: userToken })).text,
    keys: (await api.get("/metrics_keys_view?select=key,kind,last_value", { token: userToken })).text,
  });
  let packed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 40 }), async (documents) => {
      await asService(async (tx) => {
        await tx.run(sql`delete from app.metrics`);
        await tx.run(sql`delete from app.packing`);
        await tx.run(sql`
          insert into app.metrics (vessel_id, "time", latitude, longitude, metrics)
          select ${vesselId}, '2025-01-01Z'::timestamptz + n * interval '1 minute', 59.8, 22.9, d::jsonb
          from json_array_elements_text(${JSON.stringify(documents)}::json) with ordinality u (d, n)`);
      });
      const before = await seen();
      expect(before.read).toHaveLength(documents.length);
      expect(await packVessels(asService)).toBe(documents.length);
      expect(await seen()).toEqual(before);
      const [row] = await asService((tx) =>
        tx.query(sql`select count(shape)::int as packed from app.metrics`),
      );
      packed += Number(row?.packed);
      expect(await packVessels(asService)).toBe(0);
    }),
    { numRuns: lawCases(0.2) },
  );
  expect(packed).toBeGreaterThan(lawCases(0.2));
});
