/** The boat's state, from what the service answers. */
import { describe, expect, test } from "vitest";
import type { Rule } from "../../../../src/api/alerts/rules.ts";
import type { Reading } from "../../../../src/api/boat/readings.ts";
import type { MetricRow } from "../../../../src/api/boat/recent-metrics.ts";
import { boatStateOf as stateAt } from "../../../../src/pages/now/words/boat-state.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const EARLIER = new Date("2026-11-25T11:30:00Z");

function row(time: Date, latitude: number | null): MetricRow {
  const course = { sogKnots: 0, cogDegrees: null, awsKnots: null, awaDegrees: null };
  return { time, latitude, longitude: latitude === null ? null : 10, ...course };
}
function reading(key: string, value: number | string, measured = NOW, ...mappedTo: string[]): Reading {
  const isNumber = typeof value === "number";
  return {
    ...{ key, measured, first: null, mappedTo },
    ...{ value: isNumber ? value : null, text: isNumber ? null : value },
  };
}
function ring(id: number, radius: number): Rule {
  return {
    ...{ id, name: "Anchor watch", kind: "drag", key: null, low: null, high: null, afterSeconds: 0 },
    ...{ severity: "warn", enabled: true, builtIn: false, area: {}, created: EARLIER },
    circle: { latitude: 54, longitude: 10, radius },
  };
}
const boatStateOf = (answers: Parameters<typeof stateAt>[0]) => stateAt(answers, NOW);
const ANSWERS = {
  ...{ alerts: [], rules: [], readings: [], reachable: true },
  rows: [row(EARLIER, 54), row(NOW, 54.0001)],
  present: { log: null, stay: null, status: null },
};

describe("the boat's state", () => {
  test("measures the anchor watch by its inner ring, from the newest position", () => {
    const { watch } = boatStateOf({ ...ANSWERS, rules: [ring(2, 67.5), ring(1, 45)] });
    expect(watch?.radius).toBe(45);
    expect(watch?.distance).toBeCloseTo(11.1, 1);
    const blind = boatStateOf({ ...ANSWERS, rows: [row(NOW, null)], rules: [ring(1, 45)] });
    expect(blind.watch).toEqual({ radius: 45, distance: null });
    expect(boatStateOf(ANSWERS).watch).toBeNull();
  });

  test("counts no distance of a position that is old", () => {
    const distance = (rows: readonly MetricRow[]) =>
      boatStateOf({ ...ANSWERS, rows, rules: [ring(1, 45)] }).watch?.distance;
    // The instruments go on, the receiver does not.
    expect(distance([row(EARLIER, 54), row(NOW, null)])).toBeNull();
    // Nothing goes on.
    expect(distance([row(EARLIER, 54)])).toBeNull();
    const hourly = Array.from({ length: 5 }, (_, n) =>
      row(new Date(EARLIER.getTime() - (4 - n) * 3.6e6), 54),
    );
    expect(distance(hourly)).toBe(0);
  });

  test("takes the kind of a stay's name from what the service wrote", () => {
    const doing = (name: string, isBesideTown: boolean) => {
      const stay = { id: 1, name, isBesideTown, arrived: EARLIER, stayCode: 2, disc: null } as const;
      return boatStateOf({ ...ANSWERS, present: { log: null, stay, status: null } }).doing;
    };
    expect(doing("4 NM S of Kiel", true)).toMatchObject({ place: "4 NM S of Kiel", isBesideTown: true });
  });

  test("counts a battery only if it is about as new as the newest row", () => {
    const volts = (measured: Date) =>
      boatStateOf({ ...ANSWERS, readings: [reading("b", 12.7, measured, "voltage")] }).volts;
    expect(volts(NOW)).toBe(12.7);
    expect(volts(EARLIER)).toBeNull();
  });

  test.each<readonly [string, number | string, boolean]>([
    ["electrical.chargers.shore.chargingMode", "absorption", true],
    ["electrical.solar.1.controllerMode", "float", true],
    ["electrical.chargers.shore.chargingMode", "off", false],
    ["electrical.solar.1.panelPower", 40, true],
    ["electrical.solar.1.panelPower", 0.4, false],
    // Makers disagree on the sign.
    ["electrical.batteries.House.current", 12, false],
  ])("reads %s of %s as charging: %s", (key, value, expected) => {
    expect(boatStateOf({ ...ANSWERS, readings: [reading(key, value)] }).charging).toBe(expected);
  });

  test.each<readonly [string, number | string, "dry" | "wet"]>([
    ["tanks.bilge.0.currentLevel", 0, "dry"],
    ["tanks.bilge.0.currentLevel", 0.1, "wet"],
    ["electrical.pumps.bilge.state", "off", "dry"],
    ["electrical.pumps.bilgePump.running", "true", "wet"],
    ["electrical.switches.bilgePump", "off", "dry"],
    ["notifications.bilge", "alarm", "wet"],
  ])("reads %s of %s as %s", (key, value, expected) => {
    expect(boatStateOf({ ...ANSWERS, readings: [reading(key, value)] }).bilge).toBe(expected);
  });

  test.each([
    ["environment.inside.bilge.temperature", 285],
    ["environment.bilge.humidity", 0.6],
    ["electrical.switches.bilgeLight.state", 1],
    ["electrical.fans.bilgeBlower.running", "true"],
    ["electrical.pumps.bilgePump.voltage", 12.7],
    ["electrical.pumps.bilgePump.runTime", 300],
  ] as const)("reads nothing of the bilge from %s", (key, value) => {
    expect(boatStateOf({ ...ANSWERS, readings: [reading(key, value)] }).bilge).toBeNull();
  });

  test("tells sail from engine by the boat's own word", () => {
    const log = { id: 1, name: null, from: "Kiel", started: EARLIER };
    const by = (status: string | null) =>
      boatStateOf({ ...ANSWERS, present: { log, stay: null, status } }).doing;
    expect(by("sailing")).toMatchObject({ kind: "moving", by: "sail" });
    expect(by("motoring")).toMatchObject({ kind: "moving", by: "engine" });
    expect(by("moored")).toMatchObject({ kind: "moving", by: "unknown" });
    expect(boatStateOf(ANSWERS).doing).toEqual({ kind: "unknown" });
  });

  test("was never heard without a row", () => {
    expect(boatStateOf({ ...ANSWERS, rows: [] }).heard).toBeNull();
  });
});
