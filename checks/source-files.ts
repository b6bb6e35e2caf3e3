/** The sources as text, for the tests that look at how they are written and arranged. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The root of the repository. */
export const root = resolve(import.meta.dirname, "..");

/** The folders of sources that run on the server. */
export const SERVER_SOURCES = ["packages/kit/src", "packages/data-api/src", "packages/server/src"] as const;
/** The dashboard's. */
export const DASHBOARD_SOURCES = "packages/dashboard/src";
/** The boat's plugin and its page. */
export const ABOARD_SOURCES = ["packages/signalk-wakelog/src", "packages/signalk-wakelog/page"] as const;
/** The folders of tests, one in each package, and what they share. */
export const TESTS = [
  "packages/kit/test",
  "packages/data-api/test",
  "packages/server/test",
  "packages/dashboard/test",
  "packages/signalk-wakelog/test",
  "test",
] as const;

/** Every TypeScript file below a folder, as paths from the root. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (name === "node_modules") return [];
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

/** What a file imports: packages by name, files by path from the root. `typeOnly` marks imports of types. */
export function importsOf(file: string): readonly { readonly target: string; readonly typeOnly: boolean }[] {
  const source = textOf(file);
  const found = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[\w*\s{},]*?\sfrom\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...found].map(([, typeOnly, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? "";
    return {
      target: pathOf(file, target),
      typeOnly: typeOnly !== undefined,
    };
  });
}

/** Where an import leads: a path from the root, or the name of a package that npm installs. */
function pathOf(file: string, target: string): string {
  if (target.startsWith(".")) return relative(root, resolve(root, dirname(file), target));
  return target.replace(/^@wakelog\/([^/]+)\//, "packages/$1/src/");
}

/** A file's text, by its path from the root. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** A file's lines without those that are only comments. */
export function codeOf(file: string): string {
  return textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** How many lines a file has. */
export function linesOf(file: string): number {
  return textOf(file).trimEnd().split("\n").length;
}

/** Every folder below one, itself left out, as paths from it. */
export function foldersBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.parentPath.includes("node_modules"))
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules"));
}
