/** What the records of decisions (docs/adr) say of the code, where it can be read off the code. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, root, SERVER_SOURCES, textOf } from "../source-files.ts";

const CODE = [...SERVER_SOURCES.flatMap(filesBelow), ...sqlBelow("packages/server/sql/code")];

function sqlBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sql"))
    .map((path) => join(folder, path));
}

/** The files that change rows of a table. */
function writersOf(table: string): readonly string[] {
  const writing = new RegExp(`(insert\\s+into|update|delete\\s+from)\\s+${table.replace(".", "\\.")}\\b`);
  return CODE.filter((file) => writing.test(textOf(file)));
}

describe("decision 1", () => {
  it("has the embedded server sync what it answered", () => {
    expect(textOf("packages/server/src/database/postgres-server/postmaster.ts")).toMatch(
      /^ {2}fsync: "on",$/m,
    );
  });
});

describe("decision 3", () => {
  it("has the adapters of a port define the same names", () => {
    const namesIn = (file: string) =>
      [...textOf(file).matchAll(/create or replace function ([\w.]+)/g)].map(([, name]) => name).sort();
    expect(namesIn("packages/server/sql/spatial/postgis.sql")).toEqual(
      namesIn("packages/server/sql/spatial/plain.sql"),
    );
    expect(namesIn("packages/server/sql/timeseries/timescaledb.sql")).toEqual(
      namesIn("packages/server/sql/timeseries/plain.sql"),
    );
    expect(namesIn("packages/server/sql/spatial/plain.sql").length).toBeGreaterThan(3);
  });
});

describe("decision 5", () => {
  it("has requests log in as a role that inherits nothing and is granted nothing but roles", () => {
    expect(textOf("packages/server/sql/tables/0001_roles.sql")).toMatch(
      /create role wakelog_authenticator login noinherit/,
    );
    const grants = [...CODE, ...sqlBelow("packages/server/sql/tables")].flatMap(
      (file) => textOf(file).match(/^\s*grant [^;]*?\bto [^;]*?\bwakelog_authenticator\b/gm) ?? [],
    );
    expect(grants.filter((grant) => /\bon\b/.test(grant))).toEqual([]);
  });
});

describe("decision 6", () => {
  it("has one file make edits and take them back", () => {
    expect(writersOf("app.edits")).toEqual(["packages/server/sql/code/75_edits/10_edits.sql"]);
  });
});

describe("decision 7", () => {
  it("has only lanes write the turns", () => {
    const ofLanes = (file: string) =>
      /^packages\/server\/(src\/database\/jobs\/|sql\/code\/25_service\/15_turns\.sql$)/.test(file);
    expect(writersOf("app.turns").length).toBeGreaterThan(0);
    expect(writersOf("app.turns").filter((file) => !ofLanes(file))).toEqual([]);
  });
});

describe("decision 8", () => {
  /** What the packages depend on: names and versions, some of them several times. */
  const dependencies = ["", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/`)]
    .map((folder) => JSON.parse(textOf(`${folder}package.json`)) as Record<string, Record<string, string>>)
    .flatMap((manifest) => Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    .filter(([name]) => !name.startsWith("@wakelog/"));

  it("depends on exact versions", () => {
    expect(dependencies.length).toBeGreaterThan(50);
    expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("has all packages depend on one version of each", () => {
    const versions = new Map(dependencies);
    expect(dependencies.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  });
});
