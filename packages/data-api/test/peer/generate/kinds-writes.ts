/** Random writes to the relations of `kinds.sql`, and calls of its functions. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { BODY_VALUES, EVERY } from "./kinds-values.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";
import { writtenRequest } from "./written-request.ts";

/** Values of columns that rows are written to; the first columns are in every row. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  // Always with an id, as sequences differ.
  every: { ...Object.fromEntries(Object.keys(EVERY).map((name) => [name, BODY_VALUES])), id: [1, 900, 901] },
  books: {
    id: [1, 4, 9, 10, null, "x"],
    title: ["N", "Alpha", null, "a title that is much too long"],
    author_id: [1, 99, null],
    price: [1.5, "x"],
    stock: [0, null],
    meta: [{ a: 1 }, null, "x"],
    slug: ["s"],
    nope: [1],
  },
  authors: { id: [1, 9, 10], name: ["Ann", "Zed", null], twin: [2, 9] },
  books_genres: { book_id: [1, 4, 99], genre_id: ["a", "b", "z"], weight: [1, null] },
  events: { id: [1, 5, 500], region: ["n", "s"], at: ["2024-01-01", "x"], book_id: [1, 99] },
  keyless: { a: [1, null, "x"], b: ["x", null] },
  cheap: { id: [1, 9], title: ["N"], price: [5, 50] },
  cheap_over: { id: [1, 9], title: ["N"], by_author: [1, 99] },
  deferred: { id: [1, 9], code: ["a", "z"], author_id: [1, 99] },
  guarded: { id: [1, 2, 9], owner: ["ada@example.org", "ben@example.org"], text: ["t"] },
  genres: { id: ["a", "z", "ä b&c"], parent: ["a", "q", null] },
};

const KEYS: Readonly<Record<string, readonly string[]>> = {
  books_genres: ["book_id", "genre_id"],
  events: ["id", "region"],
  keyless: ["a"],
};

const SELECTS: Readonly<Record<string, readonly string[]>> = {
  books: ["id,authors!author_id(name)", "title,slug,shout", "id,...authors!author_id(name),genres(id)"],
  authors: ["id,passports(number)", "name,rival(id)"],
  books_genres: ["*,books(title)"],
  events: ["id,region,tickets(id)"],
};

function csv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: unknown): string => {
    const text =
      value === null || value === undefined
        ? "NULL"
        : typeof value === "string"
          ? value
          : JSON.stringify(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names.join(","), ...rows.map((row) => names.map((name) => cell(row[name])).join(","))].join("\n");
}

/** A write of rows of one kind. */
export function kindWrites(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.keys(WRITTEN)).chain((name) => {
    const columns = WRITTEN[name] ?? {};
    const key = KEYS[name] ?? ["id"];
    const values = Object.fromEntries(Object.entries(columns).map(([one, all]) => [one, oneOf(all)]));
    const names = Object.keys(columns);
    const row =
      name === "every"
        ? fc
            .subarray(names.slice(1), { minLength: 1, maxLength: 2 })
            .chain((some) =>
              fc.record(
                Object.fromEntries(["id", ...some].map((one) => [one, values[one] ?? fc.constant(null)])),
              ),
            )
        : fc.record(values, { requiredKeys: names.slice(0, 2) });
    const same = row.chain((first) =>
      fc.array(
        fc.record(
          Object.fromEntries(Object.keys(first).map((one) => [one, values[one] ?? fc.constant(null)])),
        ),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    );
    return fc
      .record({
        method: oneOf(["POST", "POST", "POST", "PATCH", "PATCH", "PUT", "DELETE"]),
        rows: fc.oneof(row, row, same, fc.array(row, { maxLength: 2 })),
        about: fc.record(Object.fromEntries(key.map((one) => [one, values[one] ?? oneOf([1, 2])]))),
        type: oneOf(["", "", "", "application/json", "text/csv", "application/x-www-form-urlencoded"]),
        selected: oneOf(["", "", "*", ...(SELECTS[name] ?? []), key.join(",")]),
        conflict: oneOf(["", "", "", key.join(","), names[1] ?? "id"]),
        columnsSaid: oneOf(["", "", "", names.slice(0, 2).join(","), names.slice(0, 3).join(",")]),
        limited: oneOf(["", "", "", "", "1", "5"]),
        back: oneOf([
          "",
          "",
          "return=representation",
          "return=representation",
          "return=minimal",
          "return=headers-only",
        ]),
        more: fc.subarray(
          ["count=exact", "resolution=merge-duplicates", "resolution=ignore-duplicates", "missing=default"],
          { maxLength: 2 },
        ),
        accept: oneOf([
          "",
          "",
          "",
          "",
          "application/vnd.pgrst.object+json",
          "text/csv",
          "application/vnd.pgrst.array+json;nulls=stripped",
        ]),
        as: oneOf(["", "ada"]),
      })
      .map(({ rows, type, limited, back, more, ...said }): PeerRequest => {
        const all = Array.isArray(rows) ? rows : [rows];
        const body =
          type === "text/csv"
            ? csv(all)
            : type === "application/x-www-form-urlencoded"
              ? encoded(Object.entries(all[0] ?? {}).map(([one, value]) => [one, String(value)] as const))
              : JSON.stringify(rows);
        return writtenRequest({
          ...said,
          relation: name,
          key,
          limited: limited === "" ? null : { limit: limited, order: key.join(",") },
          prefer: [back, ...more],
          type,
          body,
        });
      });
  });
}
