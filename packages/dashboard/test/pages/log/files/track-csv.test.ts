/** Spreadsheets run cells that begin with =, +, - or @ as formulas (OWASP, "CSV Injection"). */

import fc from "fast-check";
import { expect, test } from "vitest";
import { trackQuestion } from "../../../../src/api/logs/track.ts";
import { AS_SAID } from "../../../../src/languages/speech.ts";
import { trackCsv } from "../../../../src/pages/log/files/track-csv.ts";

const NAMES = ["miles", "speed", "course", "apparent_wind_angle", "depth", "voltage", "fuel", "pressure"];
/** A JavaScript number, an instant, or nothing. */
const HARMLESS = /^(-?\d+(\.\d+)?(e[-+]\d+)?|([-+]\d\d)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$/;

const cell = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom<unknown>(
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    '"=1',
    "=1\r\n=2",
    null,
    {},
    ["=1"],
    true,
  ),
  fc.string(),
);
const cells = fc.array(cell, { minLength: 3, maxLength: 3 });
const columns = fc.record({
  seconds: cells,
  latitude: fc.array(fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), cell), {
    minLength: 3,
    maxLength: 3,
  }),
  longitude: fc.array(fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), cell), {
    minLength: 3,
    maxLength: 3,
  }),
  ...Object.fromEntries(NAMES.map((name) => [name, cells])),
});

test("holds numbers and times only, whatever the server answers, and so nothing that a spreadsheet would carry out", () => {
  let seen = 0;
  fc.assert(
    fc.property(columns, (answered) => {
      const track = trackQuestion(1).parse({ from: "2026-08-12T10:00:00+00:00", columns: answered }, AS_SAID);
      const [head, ...lines] = trackCsv(track).split("\r\n");
      expect(head).toMatch(/^[a-z_,]+$/);
      expect(lines.pop()).toBe("");
      for (const line of lines) for (const one of line.split(",")) expect(one).toMatch(HARMLESS);
      seen += lines.length;
    }),
    { numRuns: 500 },
  );
  expect(seen).toBeGreaterThan(20);
});
