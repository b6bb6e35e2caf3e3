/** Any key's history, however its rows came and whether or not they are rolled up, compared with a plain sum. */
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

const HOUR = 3_600_000;
const VOLTAGE = "electrical.batteries.House.voltage";
const DIESEL = "tanks.fuel.0.currentLevel";
const RESERVE = "tanks.fuel.1.currentLevel";

interface Row {
  readonly time: number;
  readonly metrics: Readonly<Record<string, unknown>>;
}

interface Series {
  readonly avg: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

/** Numbers that repeat with each run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A boat at rest for some days, with gaps, and now and then a value that is none. */
function restingRows(days: number, seed: number): readonly Row[] {
  const draw = draws(seed);
  const rows: Row[] = [];
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  for (let time = now - days * 24 * HOUR; time < now; time += 60_000 * Math.ceil(draw() * 40)) {
    if (draw() < 0.02) time += 5 * HOUR;
    rows.push({
      time: time + Math.floor(draw() * 1000),
      metrics: {
        [VOLTAGE]: 12 + draw(),
        ...(draw() < 0.9 ? { [DIESEL]: draw() } : {}),
        ...(draw() < 0.5 ? { [RESERVE]: draw() } : {}),
        "propulsion.main.state": "stopped",
        ...(draw() < 0.1 ? { odd: draw() < 0.5 ? "n/a" : null } : { odd: draw() * 1e-3 }),
      },
    });
  }
  return rows.filter(({ time }) => time < now);
}

async function send({ vesselToken }: Sailor, rows: readonly Row[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 500) {
    const body = rows.slice(i, i + 500).map(({ time, metrics }) => ({
      time: new Date(time).toISOString(),
      latitude: 59.8,
      longitude: 22.9,
      speedoverground: 0,
      metrics,
    }));
    const answer = await api.post("/metrics?select=time", body, {
      token: vesselToken,
      headers: { Prefer: "return=representation" },
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toHaveLength(body.length);
  }
}

const history = (sailor: Sailor, hours: number | string, keys?: readonly string[]) =>
  api.post("/rpc/monitoring_history_fn", { time_interval: String(hours), keys }, { token: sailor.userToken });

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const READ: Readonly<Record<string, (metrics: Row["metrics"]) => number | null>> = {
  voltage: (metrics) => number(metrics[VOLTAGE]),
  fuel: (metrics) => {
    const levels = [metrics[DIESEL], metrics[RESERVE]].flatMap((level) => number(level) ?? []);
    return levels.length === 0 ? null : Math.min(...levels);
  },
  odd: (metrics) => number(metrics.odd),
};

/** The same from the rows themselves. */
function added(rows: readonly Row[], key: string, starts: readonly number[], stepMs: number): Series {
  const inSteps = starts.map((start) =>
    rows
      .filter(({ time }) => time >= start && time < start + stepMs)
      .flatMap(({ metrics }) => READ[key]?.(metrics) ?? []),
  );
  const of = (measure: (values: readonly number[]) => number) =>
    inSteps.map((values) => (values.length === 0 ? null : measure(values)));
  return {
    avg: of((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    min: of((values) => Math.min(...values)),
    max: of((values) => Math.max(...values)),
  };
}

async function expectHistory(sailor: Sailor, rows: readonly Row[], hours: number): Promise<void> {
  const { status, json } = await history(sailor, hours, Object.keys(READ));
  expect(status).toBe(200);
  expect(Object.keys(json).slice(0, 4)).toEqual(["from", "to", "step", "time"]);
  expect(json.time.length).toBeLessThanOrEqual(500);
  expect(Date.parse(json.to) - Date.parse(json.from)).toBe(json.time.length * json.step * 1000);
  expect(Date.parse(json.from)).toBeLessThanOrEqual(Date.now() - hours * HOUR);
  expect(Date.parse(json.to)).toBeGreaterThan(Date.now() - 60_000);
  const starts = json.time.map((text: string) => Date.parse(text));
  expect(starts).toEqual(starts.map((_: number, i: number) => Date.parse(json.from) + i * json.step * 1000));
  for (const key of Object.keys(READ)) {
    const wanted = added(rows, key, starts, json.step * 1000);
    for (const measure of ["avg", "min", "max"] as const) {
      const got: readonly (number | null)[] = json[key][measure];
      expect(got.map((value) => value === null)).toEqual(wanted[measure].map((value) => value === null));
      got.forEach((value, i) => {
        expect(value ?? 0).toBeCloseTo(wanted[measure][i] ?? 0, 9);
      });
    }
  }
}

const SPANS = [1, 8, 9, 24, 41, 42, 100, 457, 458, 459, 2000, 87_600];

describe("the history of chosen keys", () => {
  it("is what its rows add up to, before they are rolled up and afterwards, whatever the span", async () => {
    const sailor = await newSailor(api, "Ledger");
    const rows = restingRows(30, 7);
    await send(sailor, rows);
    for (const hours of SPANS) await expectHistory(sailor, rows, hours);
    await service.drainJobs();
    for (const hours of SPANS) await expectHistory(sailor, rows, hours);
  });

  it("counts rows that come late, and no longer those that a person deletes", async () => {
    const sailor = await newSailor(api, "Late");
    const rows = restingRows(9, 11);
    const late = rows.filter((_, i) => i % 3 === 0);
    await send(
      sailor,
      rows.filter((_, i) => i % 3 !== 0),
    );
    await service.drainJobs();
    await send(sailor, late);
    await expectHistory(sailor, rows, 300);
    await service.drainJobs();
    await expectHistory(sailor, rows, 300);
    const cut = rows[40]?.time ?? 0;
    const gone = await api.delete(`/metrics?time=lt.${new Date(cut).toISOString()}`, {
      token: sailor.userToken,
    });
    expect(gone.status).toBe(204);
    const left = rows.filter(({ time }) => time >= cut);
    await expectHistory(sailor, left, 300);
    await service.drainJobs();
    await expectHistory(sailor, left, 300);
  });

  it("follows the keys that the owner chooses, for the past too", async () => {
    const sailor = await newSailor(api, "Chooser");
    await api.post(
      "/metadata?on_conflict=vessel_id",
      { name: "Chooser", plugin_version: "0.2.0" },
      { token: sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
    );
    const rows = restingRows(3, 13).map((row) => ({ ...row, metrics: { ...row.metrics, starter: 14 } }));
    await send(sailor, rows);
    await service.drainJobs();
    const chosen = await api.patch(
      "/metadata",
      { configuration: { voltageKey: "starter" } },
      { token: sailor.userToken },
    );
    expect(chosen.status).toBe(204);
    for (let i = 0; i < 2; i++) {
      const { json } = await history(sailor, 60, ["voltage"]);
      expect(json.voltage.max.filter((value: number | null) => value !== null)).toContain(14);
      expect(json.voltage.min.filter((value: number | null) => value !== null && value < 14)).toEqual([]);
      await service.drainJobs();
    }
  });

  it("is hidden from other boats", async () => {
    const sailor = await newSailor(api, "Own");
    const other = await newSailor(api, "Other");
    await send(sailor, restingRows(3, 17));
    for (let i = 0; i < 2; i++) {
      const { json } = await history(other, 60, ["voltage", "odd"]);
      expect(json.voltage.avg.every((value: number | null) => value === null)).toBe(true);
      expect((await api.get("/metrics_keys_view", { token: other.userToken })).json).toEqual([]);
      await service.drainJobs();
    }
    expect((await api.post("/rpc/monitoring_history_fn", { keys: ["odd"] })).status).toBe(401);
  });

  it("ends when it is asked to, in as many steps as were asked for, and says so of what makes no sense", async () => {
    const sailor = await newSailor(api, "Zoom");
    const rows = restingRows(6, 23);
    await send(sailor, rows);
    const call = (body: object) =>
      api.post("/rpc/monitoring_history_fn", { keys: ["voltage"], ...body }, { token: sailor.userToken });
    const until = new Date((rows[Math.floor(rows.length / 2)]?.time ?? 0) - 1);
    for (const [hours, steps] of [
      [6, 500],
      [24, 49],
      [60, 200],
    ] as const) {
      const { json } = await call({ time_interval: String(hours), until: until.toISOString(), steps });
      const starts: readonly number[] = json.time.map((time: string) => Date.parse(time));
      const end = (starts.at(-1) ?? 0) + json.step * 1000;
      expect(starts.length).toBeLessThanOrEqual(steps);
      expect(end).toBeGreaterThanOrEqual(until.getTime());
      expect(end - until.getTime()).toBeLessThan(json.step * 1000);
      const sums = added(rows, "voltage", starts, json.step * 1000);
      expect(json.voltage.min).toEqual(sums.min);
      expect(json.voltage.max).toEqual(sums.max);
    }
    for (const nonsense of [{ steps: 9 }, { steps: 501 }, { steps: null }, { until: "infinity" }]) {
      const { status, json } = await call({ time_interval: "24", ...nonsense });
      expect([status, json.message]).toEqual([400, expect.stringMatching(/^(steps|until) must be /)]);
    }
  });

  it("refuses a span or keys that make no sense, in a sentence", async () => {
    const sailor = await newSailor(api, "Odd");
    for (const hours of ["0", "-1", "1.5", "a", "87601", "", "999999999999", "24 "]) {
      for (const keys of [["voltage"], undefined]) {
        const { status, json } = await history(sailor, hours, keys);
        expect([hours, status]).toEqual([hours, 400]);
        expect(json.message).toBe("time_interval must be a whole number of hours from 1 to 87600");
      }
    }
    expect((await history(sailor, 24, [])).status).toBe(400);
    expect(
      (
        await history(
          sailor,
          24,
          Array.from({ length: 51 }, (_, i) => `k${i}`),
        )
      ).status,
    ).toBe(400);
    for (const own of ["from", "to", "step", "time"]) {
      const { status, json } = await history(sailor, 24, ["voltage", own]);
      expect([own, status, json.message]).toEqual([own, 400, expect.stringMatching(/^keys cannot be /)]);
    }
    const nested = await api.post(
      "/rpc/monitoring_history_fn",
      { keys: [["voltage"]] },
      { token: sailor.userToken },
    );
    expect([nested.status, nested.json.message]).toEqual([400, "keys must name 1 to 50 measurements"]);
    const { json } = await history(sailor, 24, ["nothing.at.all", "times"]);
    expect(json["nothing.at.all"].avg.every((value: number | null) => value === null)).toBe(true);
  });

  it("without keys is as it was", async () => {
    const sailor = await newSailor(api, "Plain");
    await send(sailor, restingRows(2, 19));
    const { json } = await api.get("/rpc/monitoring_history_fn", { token: sailor.userToken });
    expect(Object.keys(json)).toEqual(["history", "history_metrics"]);
    expect(json.history[0]).toHaveProperty("batteryvoltage");
  });
});

describe("the list of keys", () => {
  it("has each with its kind, its times, its newest value and what is read from it", async () => {
    const sailor = await newSailor(api, "Keys");
    const rows = restingRows(4, 23);
    await send(sailor, rows);
    const [first, last] = [rows[0], rows.at(-1)];
    const known = async () => {
      const { json } = await api.get("/metrics_keys_view", { token: sailor.userToken });
      return new Map(json.map((one: { key: string }) => [one.key, one]));
    };
    await service.drainJobs();
    const keys = await known();
    expect(keys.get(VOLTAGE)).toEqual({
      key: VOLTAGE,
      kind: "number",
      first_seen: expect.any(String),
      last_seen: expect.any(String),
      last_value: last?.metrics[VOLTAGE],
      mapped_to: "voltage",
    });
    const voltage = keys.get(VOLTAGE) as { first_seen: string; last_seen: string };
    expect(Date.parse(voltage.first_seen)).toBe(first?.time);
    expect(Date.parse(voltage.last_seen)).toBe(last?.time);
    expect(keys.get(RESERVE)).toMatchObject({ kind: "number", mapped_to: "fuel" });
    expect(keys.get("propulsion.main.state")).toMatchObject({
      kind: "text",
      last_value: "stopped",
      mapped_to: null,
    });
  });
});
