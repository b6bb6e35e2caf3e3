/** Temperatures, humidity and voltages over time, whatever is rolled up, compared with the rows themselves. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { rollUpDays } from "../../../../src/boat/monitoring/ageing/roll-ups.ts";

const service = serviceForTests();
const { api } = service;

const DAY = 86_400_000;
const START = Math.floor(Date.now() / DAY) * DAY - 12 * DAY;
const KINDS = {
  monitoring_temperatures: /^environment\..*\.temperature$/i,
  monitoring_humidity: /^environment\..*\.(relative)?humidity$/i,
  monitoring_voltage: /^electrical\..*\.voltage$/i,
} as const;

const key = fc.constantFrom(
  "environment.water.temperature",
  "Environment.Inside.Temperature",
  "environment.inside.relativeHumidity",
  "environment.outside.HUMIDITY",
  "electrical.batteries.House.voltage",
  "environment.temperature",
  "navigation.log",
);
const value = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom("cold", null, true, ""));
const row = fc.record({
  minute: fc.integer({ min: 0, max: 12 * 1440 }),
  metrics: fc.dictionary(key, value, { maxKeys: 4 }),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(row, { minLength: 1, maxLength: 8 }) },
  { weight: 2, arbitrary: fc.constant("roll up" as const) },
  { weight: 1, arbitrary: fc.constant("delete" as const) },
);

it("are those of the rows, in whatever order rows come, go and are rolled up", {
  timeout: 180_000,
}, async () => {
  let boats = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { userToken: token, vesselToken } = await newSailor(api, `Sensors ${boats++}`);
      for (const one of steps) {
        if (one === "roll up") {
          await rollUpDays((work) => service.database.owner.transaction(work, { role: "wakelog_worker" }));
        } else if (one === "delete") {
          await api.delete(`/metrics?time=lt.${new Date(START + 5 * DAY).toISOString()}`, { token });
        } else await api.post("/metrics", one.map(sent), { token: vesselToken });
        await agree(token);
      }
    }),
    { numRuns: 10 },
  );
  const [counted] = await service.database.owner.transaction((tx) =>
    tx.query(sql`select count(*)::int as n from app.metric_keys`),
  );
  expect(counted?.n).toBeGreaterThan(10);
});

function sent({ minute, metrics }: Row): object {
  return { time: new Date(START + minute * 60_000).toISOString(), metrics };
}

async function agree(token: string): Promise<void> {
  const rows: { time: string; metrics: Record<string, unknown> | null }[] = (
    await api.get("/metrics?select=time,metrics", { token })
  ).json;
  for (const [view, pattern] of Object.entries(KINDS)) {
    const shown = (await api.get(`/${view}?order=time,key`, { token })).json;
    const expected = rows.flatMap(({ time, metrics }) =>
      Object.entries(metrics ?? {}).flatMap(([key, value]) =>
        pattern.test(key) ? [{ time, key, value: value === null ? null : String(value) }] : [],
      ),
    );
    const inOrder = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).toSorted();
    expect([view, inOrder(shown)]).toEqual([view, inOrder(expected)]);
  }
}
