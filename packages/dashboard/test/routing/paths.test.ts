/** Every internal link leads to a page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as paths from "../../src/routing/paths.ts";
import { logPath, mooragePath, NOW_PATH, signInPath, stayPath } from "../../src/routing/paths.ts";

/** A path literal: a page's first segment, alone or followed by an id or a query. */
const PAGE = new RegExp(
  `["'\`]/(${[...Object.values(paths), logPath(1), mooragePath(1), stayPath(1)]
    .flatMap((path) => (typeof path === "string" ? (/^\/([\w-]+)/.exec(path)?.[1] ?? []) : []))
    .join("|")})["'\`?/]`,
);

const WEB = fileURLToPath(new URL("../../src/", import.meta.url));

/** A file without comments, which may mention paths. */
function codeOf(file: string): string {
  return readFileSync(join(WEB, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
}

test("signing in leads on to the requested page", () => {
  expect(signInPath(NOW_PATH)).toBe("/sign-in");
  expect(signInPath(logPath(7))).toBe("/sign-in?next=%2Flog%2F7");
});

test("addresses are written out in one file only", () => {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const written = files.filter((file) => PAGE.test(codeOf(file)));
  expect(written).toEqual(["routing/paths.ts"]);
});
