// @vitest-environment happy-dom
/** Names of measurements: their owner, then the quantity. */
import { expect, test } from "vitest";
import { useKeyTitle } from "../../src/measurements/key-title.ts";
import { renderHook, startEach } from "../render.tsx";

startEach();

test.each([
  ["electrical.solar.1.panelPower", "Solar 1 · Power"],
  ["electrical.solar.Deck.panelVoltage", "Solar Deck · Panel voltage"],
  ["electrical.batteries.House.voltage", "House · Voltage"],
  ["tanks.fuel.0.currentLevel", "Fuel · Level"],
])("names %s as %s", (key, title) => {
  expect(renderHook(() => useKeyTitle()).result.current(key)).toBe(title);
});
