/** Names that the documents give things are the names that the things have. */
import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { allCommands } from "../../packages/server/src/cli/main.ts";
import { describeSettings } from "../../packages/server/src/settings/config.ts";
import { DASHBOARD_SOURCES, filesBelow, root, SERVER_SOURCES, textOf } from "../source-files.ts";
import { codeIn, DOCUMENTS } from "./documents.ts";

const COMMANDS = await allCommands();

const LEFT_OUT = /(^|\/)(node_modules|\.git|dist)(\/|$)/;
/** Every file and folder of the repository, as paths from the root. */
const PATHS = readdirSync(root, { recursive: true, withFileTypes: true })
  .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
  .filter((path) => !LEFT_OUT.test(path));
const TOPS = ["packages/", "test/", "docs/", "bench/", "bin/", "docker/", "deploy/", ".ci/"];
const SETTINGS = describeSettings();
const TEST_TEXT = PATHS.filter(
  (path) => /^(packages\/[^/]+\/test|test|\.ci|vitest\.config)/.test(path) && /\.ts$|run$/.test(path),
)
  .map(textOf)
  .join("\n");
const API = textOf("docs/api.md");
const CODE = [...SERVER_SOURCES, DASHBOARD_SOURCES, "bench"].flatMap(filesBelow).map(textOf).join("\n");
const SQL_TEXT = PATHS.filter((path) => path.endsWith(".sql"))
  .map(textOf)
  .join("\n");

/** What these write with parentheses are parts of requests. */
const OF_REQUESTS: ReadonlySet<string> = new Set(["docs/known-differences.md", "docs/data-api.md"]);

/** `{plain,postgis}.sql` is two paths. */
function spelledOut(path: string): readonly string[] {
  const [whole, choices] = /\{([^}]+)\}/.exec(path) ?? [];
  return whole === undefined || choices === undefined
    ? [path]
    : choices.split(",").map((choice) => path.replace(whole, choice));
}

/** Paths of tests without their endings, as documents name them where the ending does not matter. */
const STEMS = PATHS.map((path) => path.replace(/(\.(?:long|night))?\.test\.ts$/, ""));

/** Whether a file or folder has this path, or one that ends so, as sentences about a folder shorten it. */
function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, "");
  const shortens = !TOPS.some((top) => path.startsWith(top));
  const isIt = (one: string) => one === plain || (shortens && one.endsWith(`/${plain}`));
  return PATHS.some(isIt) || STEMS.includes(plain);
}

function commandLines(path: string): readonly string[] {
  const lines = textOf(path).matchAll(/(?:^ *|`|bin\/)wakelog ([a-z][^\n`]*)/gm);
  return [...lines].map(([, line]) => line ?? "");
}

describe.each(DOCUMENTS)("%s", (path) => {
  const text = textOf(path);

  it("names files and folders that are there", () => {
    const named = codeIn(path)
      .filter((code) => /^[\w./{},-]+$/.test(code) && !code.includes("…"))
      .filter((code) => TOPS.some((top) => code.startsWith(top)) || /\.(ts|tsx|sql|svg|md)$/.test(code))
      .filter((code) => !/(^|\/)(NNNN|NN)_/.test(code));
    expect(named.flatMap(spelledOut).filter((one) => !isThere(one))).toEqual([]);
  });

  it("names settings that there are", () => {
    const known = new Set(SETTINGS.map(({ name }) => name));
    const names = new Set(text.match(/\bWAKELOG_[A-Z_]*[A-Z]\b/g));
    const ofTests = (name: string) => /^WAKELOG_(TEST|LAW)_/.test(name) && TEST_TEXT.includes(name);
    expect([...names].filter((name) => !known.has(name) && !ofTests(name))).toEqual([]);
  });

  it("names commands and flags that there are", () => {
    const wrong = commandLines(path).filter((line) => {
      const [name = ""] = line.split(" ");
      const command = COMMANDS.find((one) => one.name === name);
      if (command === undefined) return name !== "help";
      const flags = line.match(/--[a-z-]+/g) ?? [];
      const known = [
        "--help",
        ...(command.flags ?? []).map((flag) => flag.name),
        ...(command.takesSettings ? SETTINGS.map(({ flag }) => flag) : []),
      ];
      return flags.some((flag) => !known.includes(flag));
    });
    expect(wrong).toEqual([]);
  });

  it("runs programs and tests that are there", () => {
    const programs = [...text.matchAll(/npx tsx ([\w./-]+)/g)].map(([, program]) => program ?? "");
    const tests = [...text.matchAll(/vitest run((?: packages[\w./-]*)+)/g)].flatMap(([, paths]) =>
      paths?.trim().split(" "),
    );
    expect(programs.filter((program) => !PATHS.includes(program))).toEqual([]);
    expect(tests.filter((start) => !PATHS.some((one) => one.startsWith(start ?? "")))).toEqual([]);
  });

  it("names npm scripts that there are", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const names = [...text.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name ?? "");
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("names procedures and relations that there are", () => {
    const names = new Set(codeIn(path).flatMap((code) => code.match(/\b[a-z_]+_(?:fn|view)\b/g) ?? []));
    expect([...names].filter((name) => !API.includes(name))).toEqual([]);
  });

  it.skipIf(OF_REQUESTS.has(path))("names functions that there are", () => {
    const names = codeIn(path).flatMap((code) => /^(?:\w+\.)*(\w+)\([^)]*\)$/.exec(code)?.[1] ?? []);
    const isDefined = (name: string) =>
      new RegExp(`(function (app\\.|api\\.|grafana\\.)?|^ +(async )?|const )${name}( = )?[<(]`, "m").test(
        CODE + SQL_TEXT,
      );
    expect(names.filter((name) => !isDefined(name))).toEqual([]);
  });

  it("names objects of the private schema that there are", () => {
    const names = new Set(codeIn(path).flatMap((code) => code.match(/\bapp\.[a-z_]+\b/g) ?? []));
    const isDefined = (name: string) =>
      new RegExp(`(table|function|view|type)( if not exists)? ${name.replace(".", "\\.")}\\b`).test(SQL_TEXT);
    expect([...names].filter((name) => name !== "app.settings" && !isDefined(name))).toEqual([]);
  });
});
