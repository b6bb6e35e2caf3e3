/** A small schema cache made by hand: three relations, two keys between the same ones, a self reference. */
import type { KeyRow } from "../../../../src/engine/schema/catalog-rows.ts";
import { relationshipsOf } from "../../../../src/engine/schema/relationships.ts";
import type { Parameter, Routine, SchemaCache } from "../../../../src/engine/schema/schema-cache.ts";
import { qualified } from "../../../../src/engine/schema/schema-cache.ts";
import { primaryKeys, type ViewsByTable } from "../../../../src/engine/schema/view-keys.ts";

const NUMBERS: Readonly<Record<string, string>> = { people: "1", houses: "2", stays: "3" };

function key(kind: "p" | "u", table: string, columns: readonly [number, string][]): KeyRow {
  return {
    kind,
    name: `${table}_${kind}`,
    relation: NUMBERS[table] ?? "",
    schema: "s",
    table,
    columns: columns.map(([number]) => number),
    names: columns.map(([, name]) => name),
    foreign_relation: null,
    foreign_schema: null,
    foreign_table: null,
    foreign_columns: [],
    foreign_names: [],
  };
}

function foreignKey(name: string, table: string, column: [number, string], target: string): KeyRow {
  return {
    ...key("p", table, [column]),
    kind: "f",
    name,
    foreign_relation: NUMBERS[target] ?? "",
    foreign_schema: "s",
    foreign_table: target,
    foreign_columns: [1],
    foreign_names: ["id"],
  };
}

const SAMPLE_KEYS: readonly KeyRow[] = [
  key("p", "people", [[1, "id"]]),
  key("p", "houses", [[1, "id"]]),
  key("p", "stays", [
    [1, "person"],
    [2, "house"],
  ]),
  foreignKey("people_parent_fkey", "people", [2, "parent"], "people"),
  foreignKey("houses_owner_fkey", "houses", [2, "owner"], "people"),
  foreignKey("houses_builder_fkey", "houses", [3, "builder"], "people"),
  foreignKey("stays_person_fkey", "stays", [1, "person"], "people"),
  foreignKey("stays_house_fkey", "stays", [2, "house"], "houses"),
];

/** A view of houses with its key and one of its two foreign keys, the columns renamed. */
const SAMPLE_VIEWS: ViewsByTable = new Map([
  [
    "2",
    [
      {
        schema: "s",
        view: "homes",
        oid: "4",
        columns: new Map([
          [1, ["number"]],
          [2, ["landlord"]],
        ]),
      },
    ],
  ],
]);

const COMPUTED = {
  schema: "s",
  relation: "houses",
  foreign_schema: "s",
  foreign_relation: "people",
  function_schema: "s",
  function_name: "guests",
  single: false,
};

/** Parameters as `name type`, optional ones with a question mark before. */
export function routine(name: string, ...parameters: readonly string[]): Routine {
  return {
    oid: `${name}(${parameters.join()})`,
    schema: "s",
    name,
    description: null,
    parameters: parameters.map((text): Parameter => {
      const [label = "", type = "text"] = text.replace("?", "").split(" ");
      return { name: label, type, required: !text.startsWith("?"), variadic: false };
    }),
    hasVariadic: false,
    result: { kind: "scalar", type: "text", relation: null },
    volatility: "stable",
    settings: [],
  };
}

export function sampleCache(routines: readonly Routine[] = []): SchemaCache {
  const byName = new Map<string, Routine[]>();
  for (const one of routines) {
    const name = qualified(one.schema, one.name);
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  return {
    relations: new Map(),
    routines: byName,
    relationships: relationshipsOf({
      keys: SAMPLE_KEYS,
      views: SAMPLE_VIEWS,
      primaryKeys: primaryKeys(SAMPLE_KEYS, SAMPLE_VIEWS),
      computed: [COMPUTED],
      isKnown: (schema) => schema === "s",
      exposed: ["s"],
    }),
    mediaHandlers: [],
    representations: [],
    timezones: new Set(),
    roleSettings: new Map(),
    schemaDescriptions: new Map(),
    serverVersion: 150000,
    postgis: false,
  };
}
