/** Matching paths to pages. */
import { expect, test } from "vitest";
import { paramsIn } from "../../src/routing/match.ts";
import { logPath, publicLogPath } from "../../src/routing/paths.ts";

const LOG = logPath("$id");
const PUBLIC_LOG = publicLogPath("$boat", "$id");

test.each([
  ["/", "/", {}],
  ["/logs", "/logs", {}],
  ["/logs", "/Logs", {}],
  ["/logs", "/logs/map", null],
  ["/logs", "/", null],
  [LOG, logPath(7), { id: "7" }],
  [LOG, "/log/0", null],
  [LOG, "/log/7a", null],
  [LOG, `/log/${"9".repeat(16)}`, null],
  [LOG, "/log/", null],
  [PUBLIC_LOG, publicLogPath("Meritähti", 7), { boat: "Meritähti", id: "7" }],
  [PUBLIC_LOG, "/p/%E0%A4%A/log/7", null],
])("%s holds %s: %j", (pattern, pathname, params) => {
  expect(paramsIn(pattern, pathname)).toEqual(params);
});
