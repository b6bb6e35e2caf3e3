/** The files of packages/server/sql/code: each says everything about the objects that it makes. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

function textsBelow(
  folder: string,
  ending: string,
): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

const files = textsBelow("packages/server/sql/code", ".sql");
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** Views and functions of the API that a text makes. */
const made = (text: string) =>
  found(text, /^create (?:or replace )?(?:materialized )?(?:view|function) (api\.\w+)/gm);
/** Those, and tables, whose own comment is in a text. */
const described = (text: string) => found(text, /^comment on (?:view|function|table) (api\.\w+)/gm);
/** Relations whose columns are described in a text. */
const columnsDescribed = (text: string) => [
  ...found(text, /^select app\.describe\('([\w ]+)'/gm).flatMap((names) =>
    names.split(" ").map((name) => `api.${name}`),
  ),
  ...found(text, /^comment on column (api\.\w+)\./gm),
];
/** Tables are made in packages/server/sql/tables, and described in the file of their noun. */
const tables = textsBelow("packages/server/sql/tables", ".sql").flatMap(({ text }) =>
  found(text, /^create table (?:if not exists )?(api\.\w+)/gm),
);

describe("each file of packages/server/sql/code", () => {
  it.each(files.map(({ path, text }) => [path, text]))(
    "describes what it makes, and nothing else: %s",
    (_, text) => {
      const own = [...made(text), ...described(text).filter((name) => tables.includes(name))];
      expect(described(text).toSorted()).toEqual([...new Set(own)].toSorted());
      expect(columnsDescribed(text).filter((name) => !own.includes(name))).toEqual([]);
      const relations = found(text, /^create (?:or replace )?(?:materialized )?view (api\.\w+)/gm);
      expect(relations.filter((name) => !columnsDescribed(text).includes(name))).toEqual([]);
    },
  );

  it("makes objects that no other file makes or describes", () => {
    const once = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
    expect(once(files.flatMap(({ text }) => [...new Set(made(text))]))).toEqual([]);
    expect(once(files.flatMap(({ text }) => described(text)))).toEqual([]);
    expect(tables.filter((name) => !files.some(({ text }) => described(text).includes(name)))).toEqual([]);
  });

  it("has no line over 120 characters, nor have the ports, the catalogue and the code that corrects the logbook", () => {
    const beside = [
      "packages/server/sql/spatial",
      "packages/server/sql/timeseries",
      "packages/data-api/sql/catalog",
    ].flatMap((folder) => textsBelow(folder, ".sql"));
    const sources = [
      "packages/server/src/boat/voyages/corrections",
      "packages/server/src/boat/voyages/edits",
    ].flatMap((folder) => textsBelow(folder, ".ts"));
    const long = [...files, ...beside, ...sources].flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("is one of at most sixteen in its folder", () => {
    const folders = files.map(({ path }) => dirname(path));
    const full = folders.filter((folder) => folders.filter((other) => other === folder).length > 16);
    expect(full).toEqual([]);
  });
});
