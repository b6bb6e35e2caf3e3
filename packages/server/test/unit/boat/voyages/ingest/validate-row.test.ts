import type { JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../../../../test/support/laws/processor-time.ts";
import { type ValidationRules, validateRow } from "../../../../../src/boat/voyages/ingest/validate-row.ts";
import type { MetricRow } from "../../../../../src/boat/voyages/record/metric-row.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const RULES: ValidationRules = { vesselId: "a1b2c3d4e5f6", now: NOW, sogLimitKnots: 40, awsLimitKnots: 200 };
const ROW = {
  time: "2026-06-01T10:00:00.250Z",
  client_id: "vessels.urn:mrn:imo:mmsi:123456789",
  latitude: 60.0777,
  longitude: 23.5309,
  speedoverground: 5.7,
  courseovergroundtrue: 207.5,
  windspeedapparent: 14.8,
  anglespeedapparent: -12,
  status: "sailing",
  metrics: { "environment.depth.belowTransducer": 13.1 },
};

function accepted(row: JsonValue, rules = RULES): MetricRow {
  const verdict = validateRow(row, rules);
  if ("refused" in verdict) throw new Error(verdict.refused.reason);
  return verdict.accepted;
}

function reason(row: JsonValue, rules = RULES): string {
  const verdict = validateRow(row, rules);
  return "refused" in verdict ? verdict.refused.reason : "accepted";
}

describe("a row that a boat sends", () => {
  it("is accepted with all its values", () => {
    expect(accepted(ROW)).toEqual({ ...ROW, time: Date.UTC(2026, 5, 1, 10, 0, 0, 250) });
  });

  it("needs nothing but a time", () => {
    const row = accepted({ time: ROW.time });
    expect(Object.values(row).filter((value) => value !== null)).toEqual([row.time]);
  });

  it("may name its own vessel and carry unknown keys", () => {
    expect(accepted({ ...ROW, vessel_id: RULES.vesselId, heel: 12 })).toEqual(accepted(ROW));
  });

  it("may have its numbers as text", () => {
    const row = accepted({ ...ROW, latitude: "60.5", longitude: " -23 ", speedoverground: "1e1" });
    expect(row).toMatchObject({ latitude: 60.5, longitude: -23, speedoverground: 10 });
  });

  it("may have its metrics as JSON text", () => {
    expect(accepted({ ...ROW, metrics: JSON.stringify(ROW.metrics) }).metrics).toEqual(ROW.metrics);
  });

  it.each([
    ["2026-06-01T10:00:00Z", 0],
    ["2026-06-01T10:00:00.1234567Z", 123],
    ["2026-06-01 10:00:00", 0],
    ["2026-06-01T12:00:00+02:00", 0],
    ["2026-06-01T05:30:00.5-0430", 500],
    ["2026-06-01T10:00", 0],
    ["2026-06-01 10:00:00.000+00", 0],
  ])("may have its time as %s", (time, milliseconds) => {
    expect(accepted({ ...ROW, time }).time).toBe(Date.UTC(2026, 5, 1, 10, 0, 0, milliseconds));
  });

  it("keeps its readings when it has no position", () => {
    expect(accepted({ ...ROW, latitude: null, longitude: null }).windspeedapparent).toBe(14.8);
  });

  it.each([
    [90, 180],
    [-90, -180],
    [0.5, 0.5],
    [-1, -1],
    [0, 5],
    [5, 0],
  ])("may be at %d, %d", (latitude, longitude) => {
    expect(accepted({ ...ROW, latitude, longitude })).toMatchObject({ latitude, longitude });
  });

  it("has a status of the four in any case, else none, with the text noted", () => {
    expect(accepted({ ...ROW, status: " Moored " }).status).toBe("moored");
    const unknown = accepted({ ...ROW, status: "ais-sart" });
    expect(unknown.status).toBeNull();
    expect(unknown.metrics).toEqual({ ...ROW.metrics, "navigation.state": "ais-sart" });
    expect(accepted({ ...ROW, status: 7, metrics: null }).metrics).toEqual({ "navigation.state": "7" });
    expect(accepted({ ...ROW, status: "" })).toMatchObject({ status: null, metrics: ROW.metrics });
  });

  it("loses the characters that the database cannot hold, and nothing else", () => {
    const metrics = { "a\0b": "x\ud800y", list: ["\0", { deep: "\udc00" }], fine: "⛵" };
    expect(accepted({ ...ROW, client_id: "c\0d", metrics })).toMatchObject({
      client_id: "cd",
      metrics: { ab: "x\ufffdy", list: ["", { deep: "\ufffd" }], fine: "⛵" },
    });
  });
});

describe("a row is refused", () => {
  it.each<[string, JsonValue, string]>([
    ["as no object", [ROW], "not an object"],
    ["as null", null, "not an object"],
    ["for another vessel's name", { ...ROW, vessel_id: "ffffffffffff" }, "a different vessel"],
    ["without a time", { ...ROW, time: null }, "no time"],
    ["for a number as time", { ...ROW, time: 1780308000 }, "not an ISO 8601 time"],
    ["for words as time", { ...ROW, time: "yesterday" }, "not an ISO 8601 time"],
    ["for a day without a calendar", { ...ROW, time: "2026-02-30T00:00:00.000Z" }, "not an ISO 8601 time"],
    ["for the 29th of February of 2100", { ...ROW, time: "2100-02-29T00:00:00Z" }, "not an ISO 8601 time"],
    ["more than a day ahead", { ...ROW, time: "2026-06-02T12:00:00.001Z" }, "future"],
    ["before 2000", { ...ROW, time: "1999-12-31T23:59:59.999Z" }, "before 2000"],
    ["beyond a pole", { ...ROW, latitude: 90.0001 }, "latitude 90.0001 is not between"],
    ["beyond the date line", { ...ROW, longitude: -180.5 }, "longitude -180.5 is not between"],
    ["at null island", { ...ROW, latitude: 0, longitude: 0 }, "0, 0"],
    ["for equal coordinates", { ...ROW, latitude: 23.5, longitude: 23.5 }, "equal"],
    ["for speed", { ...ROW, speedoverground: 40 }, "40 kn"],
    ["for wind", { ...ROW, windspeedapparent: 200 }, "200 kn"],
    ["for NaN", { ...ROW, windspeedapparent: "NaN" }, "not a number"],
    ["for infinity", { ...ROW, courseovergroundtrue: "Infinity" }, "not a number"],
    ["for a number beyond numbers", { ...ROW, courseovergroundtrue: "1e999" }, "not a number"],
    ["for an empty text as number", { ...ROW, latitude: "" }, "not a number"],
    ["for a truth as number", { ...ROW, latitude: true }, "not a number"],
    ["for an object as client", { ...ROW, client_id: {} }, "not text"],
    ["for a list as metrics", { ...ROW, metrics: [] }, "not an object"],
    ["for broken metrics text", { ...ROW, metrics: "{" }, "not an object"],
  ])("%s", (_, row, words) => {
    expect(reason(row)).toContain(words);
  });

  it("up to a limit that can be set", () => {
    expect(reason({ ...ROW, speedoverground: 55 }, { ...RULES, sogLimitKnots: 80 })).toBe("accepted");
  });

  it("for metrics that hold a book, however it is divided", () => {
    const parts = fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.nat({ max: 4_000 }), (texts, times) => {
        const metrics = Object.fromEntries(texts.map((text, n) => [`k${n}`, [text.repeat(times)]]));
        const length = Object.entries(metrics).reduce(
          (sum, [key, [text = ""]]) => sum + key.length + text.length,
          0,
        );
        const said = reason({ ...ROW, metrics });
        if (length > 65_536) expect(said).toBe("The metrics have more than 65536 characters of text.");
        else if (length < 65_000) expect(said).toBe("accepted");
      }),
    );
  });

  it("for bottomless metrics, which are not kept", () => {
    let deep: JsonValue = 1;
    for (let i = 0; i < 5000; i++) deep = [deep];
    const verdict = validateRow({ ...ROW, metrics: { deep } }, RULES);
    expect(verdict).toMatchObject({ refused: { reason: expect.stringContaining("nested deeper") } });
    expect(JSON.stringify(verdict).length).toBeLessThan(500);
  });

  it("whole, as it came", () => {
    const row = { ...ROW, latitude: 91, remark: "keep me" };
    expect(validateRow(row, RULES)).toEqual({ refused: { reason: expect.any(String), row } });
  });
});

describe("judging", () => {
  it("throws at no JSON value, and gives only what PostgreSQL can store", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 3 }), (row, value) => {
        for (const candidate of [row, { ...ROW, metrics: value }, { ...ROW, status: value }]) {
          const text = JSON.stringify(validateRow(candidate as JsonValue, RULES));
          expect(text).not.toMatch(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i);
        }
      }),
    );
  });

  it("is the same for what it accepted before", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (metrics, status) => {
        const once = accepted({ ...ROW, metrics: metrics as never, status });
        expect(accepted({ ...once, time: new Date(once.time).toISOString() })).toEqual(once);
      }),
    );
  });

  it("is no burden: 100 000 rows in well under three seconds", () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => ({
      ...ROW,
      time: new Date(NOW - i * 60_000).toISOString(),
    }));
    const took = processorMs(() => {
      for (const row of rows) validateRow(row, RULES);
    });
    expect(took).toBeLessThan(3000);
  });
});
