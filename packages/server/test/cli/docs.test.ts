/** The committed API page and types match the schema. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type ApiDescription, describeApi } from "../../src/cli/docs/api-description.ts";
import { apiDocs } from "../../src/cli/docs/api-docs.ts";
import { apiTypes } from "../../src/cli/docs/api-types.ts";
import { PROCEDURES } from "../cases/contract-procedures.ts";
import { RESOURCES } from "../cases/contract-resources.ts";

const root = resolve(import.meta.dirname, "../../../..");
let database: TestDatabase;
let described: ApiDescription;
beforeAll(async () => {
  database = await cloneDatabase();
  described = await describeApi(database.owner, database.owner);
});
afterAll(() => database.drop());

/** WAKELOG_TEST_WRITE_DOCS=1 writes the files instead. */
function matches(path: string, text: string): void {
  const file = resolve(root, path);
  if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(readFileSync(file, "utf8"), `${path} is old: run with WAKELOG_TEST_WRITE_DOCS=1`).toBe(text);
}

test("docs/api.md says what the API's description of itself says", () => {
  matches("docs/api.md", apiDocs(described));
});

test("the dashboard's types are those of the API", () => {
  matches("packages/dashboard/src/api/generated/api-types.ts", apiTypes(described));
});

test("every resource and procedure of the contract is on the page, with every field and argument", () => {
  const page = apiDocs(described);
  for (const { name, fields } of RESOURCES) {
    const section = page.split(`\n### ${name}\n`)[1]?.split("\n### ")[0] ?? "";
    for (const field of fields) expect(section, `${name}.${field.name}`).toContain(`| \`${field.name}\` |`);
  }
  for (const { name, args } of PROCEDURES) {
    const section = page.split(`\n### ${name}\n`)[1]?.split("\n### ")[0] ?? "";
    expect(section, name).toContain(`POST /rpc/${name}`);
    for (const arg of args) expect(section, `${name}(${arg.name})`).toContain(`"${arg.name}":`);
  }
});

test("the page tells who may do what", () => {
  const row = (name: string) =>
    apiDocs(described)
      .split("\n")
      .find((line) => line.startsWith(`| [\`/${name}\`]`));
  expect(row("metrics")).toContain("| GET DELETE | GET POST |");
  expect(row("stays_view")).toContain("|  | GET | GET |");
  expect(row("versions_view")).toContain("| GET | GET | GET |");
});

test("the package publishes the types, and a program that imports them by its name compiles", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-types-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(root, "packages/server"), join(folder, "node_modules/wakelog"), "dir");
    writeFileSync(
      join(folder, "program.ts"),
      `import type { LogsView, Procedures } from "wakelog/api-types";
export const distanceOf = (log: LogsView): number => log.distance ?? 0;
export const asked: Procedures["timelapse_fn"]["arguments"] = { start_log: "12", end_date: "2026-06-01" };
// @ts-expect-error there is no such column
export const wrong = (log: LogsView) => log.no_such_column;
`,
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const tsc = resolve(root, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--preserveSymlinks", "--types", ""];
    const run = spawnSync(process.execPath, [tsc, ...options, "program.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.stdout + run.stderr).toBe("");
    expect(run.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
