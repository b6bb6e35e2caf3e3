/** Random writes to all kinds of relations: composite keys, domains, generated columns, views, row security. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { oneOf } from "./one-of.ts";
import { writtenRequest } from "./written-request.ts";

/** A relation to write to: values for its columns, its key, and what the response can select. */
interface Written {
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  readonly key: readonly string[];
  readonly selects: readonly string[];
}

const IDS = [1, 2, 70, 71, null, "x"];

const RELATIONS: Readonly<Record<string, Written>> = {
  telescopes: {
    columns: {
      id: IDS,
      site_id: [1, 99, null],
      name: ["New", null, "x".repeat(41)],
      aperture_m: [1.5, "x"],
      installed: ["2020-02-02", "never"],
      tags: [["a", "b,c"], "{x}", null],
      spec: [{ a: null }, "text"],
    },
    key: ["id"],
    selects: ["id,sites(name)", "*", "name,is_giant", "id,nights(id)"],
  },
  stars: {
    columns: {
      catalog: ["HR", "ZZ", "longer than twelve"],
      number: [2491, 5, -1, null],
      name: ["New", null],
      class: ["A", "Z"],
      mag: [1.234, 99],
      position: [{ ra: 1, dec: 2 }, null],
      aliases: [["x"], null],
    },
    key: ["catalog", "number"],
    selects: ["catalog,number,mag", "*,exposures(seconds)", "name,position->ra"],
  },
  skills: {
    columns: { observer_id: [1, 2, 99], telescope_id: [1, 3, 99], level: [1, null, "x"] },
    key: ["observer_id", "telescope_id"],
    selects: ["*", "level,telescopes(name)"],
  },
  badges: {
    columns: { code: ["11111111-1111-4111-8111-111111111111", "x"], observer_id: [1, 3, 99, null] },
    key: ["code"],
    selects: ["code", "*,observers(full_name)"],
  },
  weather_log: {
    columns: {
      at: ["2024-05-01T00:00:00Z", null, "x"],
      site_id: [1],
      celsius: [1.25, 12345],
      raw: ["\\x00"],
    },
    key: [],
    selects: ["*", "at::date"],
  },
  filters: {
    columns: { id: IDS, name: ["n", null], color: ["#0000ff", null, 5] },
    key: ["id"],
    selects: ["*", "color"],
  },
  numbers: {
    columns: {
      id: IDS,
      small: [1, 99999],
      big: ["9007199254740993", 5],
      exact: [1.5],
      doubled: [4],
      money: ["5"],
    },
    key: ["id"],
    selects: ["id,doubled", "*"],
  },
  notes: {
    columns: { id: IDS, text: ["t", null], is_public: [true, "x"], owner: ["ada@example.org", "x"] },
    key: ["id"],
    selects: ["*"],
  },
  papers: {
    columns: { id: IDS, title: ["t"], author_id: [1, 99], published: [true] },
    key: ["id"],
    selects: ["id,title"],
  },
  bright_stars: {
    columns: { catalog: ["HR", "ZZ"], number: [7001, 6], name: ["b"], mag: [0, 5] },
    key: ["catalog", "number"],
    selects: ["name,mag"],
  },
  people: { columns: { id: IDS, name: ["n", null], mentor_id: [1, 99] }, key: ["id"], selects: ["id,name"] },
  site_inbox: { columns: { id: IDS, name: ["i", null] }, key: ["id"], selects: ["*"] },
  sums: { columns: { observer_id: [1], nights: [1] }, key: ["observer_id"], selects: ["*"] },
  measurements: {
    columns: { taken: ["2023-05-05", "1999-01-01"], id: IDS, value: [1, "NaN"] },
    key: ["taken", "id"],
    selects: ["*,telescopes(name)"],
  },
};

/** A write of some rows, or to the rows of a key. */
export function rowWrites(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.keys(RELATIONS)).chain((name) => {
    const { columns, key, selects } = RELATIONS[name] ?? { columns: {}, key: [], selects: ["*"] };
    const values = Object.fromEntries(Object.entries(columns).map(([one, all]) => [one, oneOf(all)]));
    const row = fc.record(values, { requiredKeys: Object.keys(columns).slice(0, 2) });
    return fc
      .record({
        method: oneOf(["POST", "POST", "POST", "PATCH", "PATCH", "PUT", "DELETE"]),
        rows: fc.oneof(row, fc.array(row, { maxLength: 2 })),
        about: fc.record(values, { requiredKeys: [...key] }),
        selected: oneOf(["", ...selects]),
        conflict: oneOf(["", "", key.join(","), "name", "observer_id"]),
        columnsSaid: oneOf(["", "", Object.keys(columns).slice(0, 3).join(",")]),
        limited: oneOf(["", "", "", "1"]),
        back: oneOf([
          "",
          "return=representation",
          "return=representation",
          "return=minimal",
          "return=headers-only",
        ]),
        more: fc.subarray([
          "count=exact",
          "resolution=merge-duplicates",
          "resolution=ignore-duplicates",
          "missing=default",
        ]),
        accept: oneOf(["", "", "", "application/vnd.pgrst.object+json", "text/csv"]),
        as: oneOf(["", "ada"]),
      })
      .map(({ rows, limited, back, more, ...said }): PeerRequest => {
        const isLimited = limited !== "" && !said.accept.includes("object");
        return writtenRequest({
          ...said,
          relation: name,
          key,
          limited: isLimited ? { limit: limited, order: key[0] ?? "at" } : null,
          prefer: [back, ...more],
          type: "application/json",
          body: JSON.stringify(rows),
        });
      });
  });
}
