/** A stylesheet belongs to the component beside it: others use the component. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");

/** Stylesheets imported by other components, still to be divided. Add none. */
const SHARED: readonly string[] = [
  "features/places/places.css",
  "plots/figures/compass.css",
  "ui/form/field.css",
  "ui/page/rows.css",
];

/** Global: of every page, and of every page that is printed. */
const OF_ALL = ["base.css", "tokens.css", "ui/paper.css"];

test("a style is imported by the component of its name alone", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const shared = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/^import "(\.[^"]+\.css)";$/gm)]
      .map(([, style = ""]) => join(dirname(file), style))
      .filter((style) => style.replace(/\.css$/, "") !== file.replace(/\.tsx?$/, "")),
  );
  expect([...new Set(shared)].sort()).toEqual([...OF_ALL, ...SHARED].sort());
});

test("a button's classes are named where buttons are made", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  const named = files.filter((file) =>
    /className="button[ "]/.test(readFileSync(join(SOURCES, file), "utf8")),
  );
  expect(named).toEqual([]);
});
