import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const packages = join(import.meta.dirname, "../../..");
const root = join(packages, "server");
const packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);
const manifest = z.object({
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});

const files = published("server");

/** The contents of a package as `npm pack` would publish it. */
function published(name: string): ReadonlySet<string> {
  const run = spawnSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
    cwd: join(packages, name),
    encoding: "utf8",
  });
  return new Set(packed.parse(JSON.parse(run.stdout))[0].files.map(({ path }) => path));
}

test("the package holds what it names, and what its documents lead to", () => {
  const { bin, exports } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const targets = Object.values(exports).flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one),
  );
  expect([...Object.values(bin), ...targets].filter((path) => !files.has(normalize(path)))).toEqual([]);
  expect(targets.length).toBeGreaterThan(1);
  const documents = [...files].filter((path) => path.endsWith(".md"));
  expect(documents).toContain("README.md");
  const lost = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      // The other packages' folders, for those who have the repository.
      .filter((target) => !/^(?:[a-z]+:|packages\/)/.test(target))
      .map((target) => normalize(join(dirname(path), target)))
      .filter((target) => !files.has(target) && !isFolder(target))
      .map((target) => `${path} → ${target}`),
  );
  expect(lost).toEqual([]);
});

test("each package holds its licence, and leaves no copy of it beside its sources", () => {
  for (const name of ["server", "data-api"]) {
    expect([name, published(name).has("LICENSE")]).toEqual([name, true]);
    expect(existsSync(join(packages, name, "LICENSE"))).toBe(false);
  }
});

test("the package holds the map, whose coast is in pictures too, once", () => {
  const maps = [...files].filter((path) => path.endsWith(".pmtiles")).sort();
  expect(maps).toEqual(
    ["coast", "harbours"].map((name) => expect.stringMatching(`^dist/web/assets/${name}-[\\w-]+\\.pmtiles$`)),
  );
});

test("the package holds nothing that only its makers need", () => {
  const needless = [...files].filter((path) =>
    /^(?:src|test|bench|\.ci)\/|(?<!^bin\/run)\.mjs$|\.map$/.test(path),
  );
  expect(needless).toEqual([]);
});

/** A document's text: the package's own, or a carried one. */
function textOf(path: string): string {
  const own = join(root, path);
  return readFileSync(existsSync(own) ? own : join(root, "../..", path), "utf8");
}

function isFolder(target: string): boolean {
  return [...files].some((path) => path.startsWith(`${target.replace(/\/$/, "")}/`));
}
