/** What the records of decisions (docs/adr) say of the code, where it can be read off the code. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, root, textOf } from "../source-files.ts";

const CODE = [...filesBelow("src"), ...sqlBelow("sql/code")];

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
    expect(textOf("src/database/postgres-server/postmaster.ts")).toMatch(/^ {2}fsync: "on",$/m);
  });
});

describe("decision 3", () => {
  it("has the adapters of a port define the same names", () => {
    const namesIn = (file: string) =>
      [...textOf(file).matchAll(/create or replace function ([\w.]+)/g)].map(([, name]) => name).sort();
    expect(namesIn("sql/spatial/postgis.sql")).toEqual(namesIn("sql/spatial/plain.sql"));
    expect(namesIn("sql/timeseries/timescaledb.sql")).toEqual(namesIn("sql/timeseries/plain.sql"));
    expect(namesIn("sql/spatial/plain.sql").length).toBeGreaterThan(3);
  });
});

describe("decision 5", () => {
  it("has requests log in as a role that inherits nothing and is granted nothing but roles", () => {
    expect(textOf("sql/tables/0001_roles.sql")).toMatch(/create role wakelog_authenticator login noinherit/);
    const grants = [...CODE, ...sqlBelow("sql/tables")].flatMap(
      (file) => textOf(file).match(/^\s*grant [^;]*?\bto [^;]*?\bwakelog_authenticator\b/gm) ?? [],
    );
    expect(grants.filter((grant) => /\bon\b/.test(grant))).toEqual([]);
  });
});

describe("decision 6", () => {
  it("has one file make edits and take them back", () => {
    expect(writersOf("app.edits")).toEqual(["sql/code/75_edits/10_edits.sql"]);
  });
});

describe("decision 7", () => {
  it("has only lanes write the turns", () => {
    const ofLanes = (file: string) =>
      /^src\/database\/jobs\/|^sql\/code\/25_service\/15_turns\.sql$/.test(file);
    expect(writersOf("app.turns").length).toBeGreaterThan(0);
    expect(writersOf("app.turns").filter((file) => !ofLanes(file))).toEqual([]);
  });
});

describe("decision 8", () => {
  it("depends on exact versions, of `pg` as of everything else", () => {
    const { dependencies, devDependencies } = JSON.parse(textOf("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(dependencies?.pg).toBeDefined();
    expect(loose).toEqual([]);
  });
});
