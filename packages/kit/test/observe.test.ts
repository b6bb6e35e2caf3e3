/** The log stays readable while a fault repeats. */
import { printer } from "@wakelog/kit/observe.ts";
import { expect, it } from "vitest";

function log(format: "pretty" | "json") {
  const lines: string[] = [];
  let now = Date.UTC(2026, 5, 1);
  const observe = printer(
    (line) => lines.push(line),
    { format, level: "info" },
    () => now,
  );
  const fault = (where: string) => observe({ kind: "fault", where, cause: "no such file" });
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { lines, fault, observe, pass };
}

it("prints a fault that repeats once a minute, with how often it was left out", () => {
  const { lines, fault, pass } = log("pretty");
  for (let second = 0; second < 130; second++) {
    fault("live");
    pass(1);
  }
  expect(lines.map((line) => line.slice(11))).toEqual([
    "00:00:00.000Z fault in live: no such file",
    "00:01:00.000Z fault in live: no such file (repeated 59 times)",
    "00:02:00.000Z fault in live: no such file (repeated 59 times)",
  ]);
});

it("leaves out no other fault, and nothing that is not one", () => {
  const { lines, fault, observe } = log("pretty");
  fault("live");
  fault("jobs");
  for (let round = 0; round < 2; round++) observe({ kind: "notice", what: "disk", text: "it is full" });
  expect(lines).toHaveLength(4);
});

it("says it as a number in JSON", () => {
  const { lines, fault, pass } = log("json");
  fault("live");
  fault("live");
  pass(60);
  fault("live");
  expect(lines.map((line) => JSON.parse(line).repeated)).toEqual([undefined, 1]);
});
