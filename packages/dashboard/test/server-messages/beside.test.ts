/** Names of places that say where they lie from the next town. */
import { expect, test } from "vitest";
import { isBesideTown } from "../../src/server-messages/beside.ts";

test.each([
  ["4 NM S of Kiel", true],
  ["0.4 NM NNE of Port-la-Nouvelle", true],
  ["Kiel", false],
  ["Home", false],
  ["Bay 3 NM E of Kiel", false],
  [null, false],
])("%s: %s", (name, expected) => {
  expect(isBesideTown(name)).toBe(expected);
});
