// @vitest-environment happy-dom
/** The tiles of the last 24 hours: what they say beside a value. */
import { screen } from "@testing-library/react";
import { test } from "vitest";
import { DayTiles } from "../../../../src/pages/now/day/day-tiles.tsx";
import { render, startEach } from "../../../render.tsx";
import { answerWith } from "../../../service.ts";

startEach();

test.each([
  ["range", "voltage", [12.401, 12.404], "Steady"],
  ["range", "voltage", [12.4, 12.9], "12.40 V to 12.90 V"],
  // Not known for three hours.
  ["pressure", "pressure", [101_402, 101_398], "Steady"],
] as const)("a %s of %s over %j is %s", async (kind, name, ends, words) => {
  const time = [new Date(Date.now() - 1_800_000), new Date()].map((one) => one.toISOString());
  const columns = { avg: ends, min: ends, max: ends };
  answerWith(() => ({ body: { step: 1800, time, [name]: columns } }));
  const value = { kind, name, key: name, value: ends[1], measured: new Date() };
  render(<DayTiles values={[value]} newest={new Date()} alerts={[]} />);
  await screen.findByText(words);
});
