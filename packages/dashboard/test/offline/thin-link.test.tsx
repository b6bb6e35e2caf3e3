// @vitest-environment happy-dom
/** What is fetched ahead over which link, as far as browsers describe it. */
import { expect, test } from "vitest";
import { isDearLink, isThinLink } from "../../src/offline/thin-link.ts";

test.each([
  [{ type: "wifi", effectiveType: "4g", saveData: false }, "good"],
  [{ effectiveType: "4g" }, "good"],
  [{ type: "cellular", effectiveType: "4g", saveData: false }, "thin"],
  [{ type: "wifi", effectiveType: "3g", saveData: false }, "thin"],
  [{ type: "cellular", effectiveType: "2g", saveData: false }, "dear"],
  [{ type: "wifi", effectiveType: "slow-2g", saveData: false }, "dear"],
  [{ type: "wifi", effectiveType: "4g", saveData: true }, "dear"],
  [undefined, "good"],
])("%o is %s", (connection, kind) => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: connection });
  expect(isDearLink() ? "dear" : isThinLink() ? "thin" : "good").toBe(kind);
});
