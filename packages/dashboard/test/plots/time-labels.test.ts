/** Labels of a graph's time axis. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AS_SAID } from "../../src/languages/speech.ts";
import { timeLabels } from "../../src/plots/time-labels.ts";

const ZONES = [
  "UTC",
  "Europe/Helsinki",
  "America/St_Johns",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
] as const;
const HOURS = [1, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600];

/** An instant's day, computed without the tested formatter. */
function dayIn(zone: string, seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("sv-SE", { timeZone: zone });
}

describe("labels of times", () => {
  test("hours name their day at the first one and wherever another day begins, and nowhere else", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.constantFrom(...HOURS),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(...ZONES),
        (from, step, count, zone) => {
          const instants = Array.from({ length: count }, (_, place) => from + place * step);
          const labels = timeLabels(instants, step, zone, AS_SAID);
          const days = instants.map((instant) => dayIn(zone, instant));
          expect(labels.map((label) => label.includes("\n"))).toEqual(
            days.map((day, place) => place === 0 || day !== days[place - 1]),
          );
        },
      ),
    );
  });

  test("an evening and the night after it", () => {
    const evening = Date.UTC(2026, 6, 30, 20) / 1000;
    const instants = [0, 1, 2, 3, 4, 5].map((hours) => evening + hours * 3600);
    expect(timeLabels(instants, 3600, "UTC", AS_SAID)).toEqual([
      "20:00\n30 Jul",
      "21:00",
      "22:00",
      "23:00",
      "00:00\n31 Jul",
      "01:00",
    ]);
    expect(timeLabels([evening, evening + 86_400], 86_400, "UTC", AS_SAID)).toEqual(["30 Jul", "31 Jul"]);
    expect(timeLabels([evening], 30 * 86_400, "UTC", AS_SAID)).toEqual(["Jul 2026"]);
  });
});
