/** Random reads of the relations of `kinds.sql`: deep embeds, every operator on every type, hints, spreads. */
import fc from "fast-check";
import { type PeerRequest, wire } from "../request.ts";
import { KINDS, type Kind } from "./kinds-relations.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";

const COMPARING = ["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"];
const OF_TEXT = ["like", "ilike", "match", "imatch", "fts", "plfts(english)", "phfts", "wfts(simple)"];
const OF_SETS = ["cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "fts(nolang)"];
const QUANTIFIED = ["eq", "gt", "gte", "lt", "lte"];
const IS = ["null", "NULL", "Null"];

/** Whether a column can be searched as text, by its name or its values. */
function isText(values: readonly string[]): boolean {
  return values.some((one) => /[a-z]/i.test(one)) && !values.some((one) => /^[{[]/.test(one));
}

function kind(name: string): Kind {
  const found = KINDS[name];
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

function listed(value: string): string {
  return /[,()"\\ {}.:]/.test(value) || value === "" ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

/** An operator and its value, where the value stands alone or in a logic tree. */
function operation(values: readonly string[], isNested: boolean, isWild: boolean): fc.Arbitrary<string> {
  const plain = isWild || isText(values) ? [...COMPARING, ...OF_TEXT] : COMPARING;
  const value = oneOf(values);
  const shownValue = isNested ? value.map(listed) : value;
  const simple = (operators: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(oneOf(operators), shownValue).map(([op, one]) => `${op}.${one}`);
  const several = fc.array(value.map(listed), { maxLength: 3 });
  return fc
    .tuple(
      oneOf(["", "", "", "not."]),
      fc.oneof(
        { weight: 6, arbitrary: simple(plain) },
        { weight: isWild ? 4 : 0, arbitrary: simple(OF_SETS) },
        { weight: 2, arbitrary: several.map((all) => `in.(${all.join(",")})`) },
        { weight: 2, arbitrary: oneOf(IS).map((one) => `is.${one}`) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(oneOf(QUANTIFIED), oneOf(["any", "all"]), several)
            .map(([op, which, all]) => `${op}(${which}).{${all.join(",")}}`),
        },
      ),
    )
    .map(([not, rest]) => not + rest);
}

function columnOf(name: string): fc.Arbitrary<string> {
  return oneOf(Object.keys(kind(name).columns));
}

function filter(name: string): fc.Arbitrary<readonly [string, string]> {
  return columnOf(name).chain((column) =>
    operation(kind(name).columns[column] ?? [], false, name.startsWith("every")).map(
      (one) => [column, one] as const,
    ),
  );
}

function tree(name: string, depth: number): fc.Arbitrary<string> {
  const leaf = columnOf(name).chain((column) =>
    operation(kind(name).columns[column] ?? [], true, name.startsWith("every")).map(
      (one) => `${column}.${one}`,
    ),
  );
  if (depth === 0) return leaf;
  const branch = fc
    .tuple(
      oneOf(["and", "or", "not.and", "not.or"]),
      fc.array(tree(name, depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([op, all]) => `${op}(${all.join(",")})`);
  return fc.oneof(leaf, leaf, branch);
}

function logic(name: string): fc.Arbitrary<readonly [string, string]> {
  return fc
    .tuple(oneOf(["and", "or", "not.and", "not.or"]), fc.array(tree(name, 2), { minLength: 1, maxLength: 3 }))
    .map(([op, all]) => [op, `(${all.join(",")})`] as const);
}

/** Targets that are one row, by which their parent can be ordered. */
const TO_ONE = new Set([
  "rival",
  "first_book",
  "author_id",
  "editor_id",
  "authors!author_id",
  "authors!books_editor_id_fkey",
  "writers!author_id",
  "author_of_seen",
  "by_author",
  "reader",
  "events",
  "of",
]);

interface Shape {
  readonly list: string;
  readonly parameters: readonly (readonly [string, string])[];
}

function column(name: string): fc.Arbitrary<string> {
  return fc
    .tuple(columnOf(name), oneOf(["", "", "", "al:", '"al ias":']), oneOf(["", "", "", "::text"]))
    .map(([one, alias, cast]) => `${alias}${one}${cast}`);
}

/** A select list with parameters on its embeds. */
function shape(name: string, depth: number): fc.Arbitrary<Shape> {
  const { embeds, key } = kind(name);
  const own = fc.oneof(
    { weight: 1, arbitrary: fc.constant(["*"]) },
    { weight: 3, arbitrary: fc.array(column(name), { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant([key.join(",")]) },
  );
  if (depth === 0 || Object.keys(embeds).length === 0) {
    return own.map((all) => ({ list: all.join(","), parameters: [] }));
  }
  const child = oneOf(Object.entries(embeds)).chain(([target, relation]) =>
    fc
      .record({
        as: TO_ONE.has(target) ? oneOf(["", "", "kid:", "...", "Kid é:"]) : oneOf(["", "", "kid:", "Kid é:"]),
        join: oneOf(["", "", "!inner", "!left"]),
        inner: shape(relation, depth - 1),
        isEmpty: oneOf([false, false, false, false, true]),
        said: fc.array(fc.oneof(filter(relation), logic(relation)), { maxLength: 1 }),
        page: oneOf(["", "", "", "limit", "offset"]),
        absent: oneOf(["", "", "", "", "is.null", "not.is.null"]),
        ordered: TO_ONE.has(target) ? oneOf(["", "", "asc", "desc.nullsfirst"]) : fc.constant(""),
        childKey: fc.constant(kind(relation).key),
      })
      .map((said) => ({ target, relation, ...said })),
  );
  return fc
    .tuple(
      own,
      fc.uniqueArray(child, {
        maxLength: 2,
        // Which of two with one name a parameter means is reported differently.
        comparator: (a, b) => a.relation === b.relation || (a.as === b.as && a.as.endsWith(":")),
      }),
    )
    .map(([all, children]) => ({
      list: [
        ...all,
        ...children.map(
          ({ as, target, join, inner, isEmpty, ordered, childKey }) =>
            `${as}${target}${join}(${isEmpty ? "" : [...(ordered === "" ? [] : childKey), inner.list].join(",")})`,
        ),
      ].join(","),
      parameters: children.flatMap(
        ({
          as,
          target,
          inner,
          isEmpty,
          said,
          page,
          absent,
          ordered,
          childKey,
        }): (readonly [string, string])[] => {
          const path = /:$/.test(as) ? as.slice(0, -1) : (target.split("!")[0] ?? target);
          const [first = "id"] = childKey;
          return [
            ...(isEmpty ? [] : inner.parameters).map(([one, value]) => [`${path}.${one}`, value] as const),
            ...said.map(([one, value]) => [`${path}.${one}`, value] as const),
            ...(page === "" ? [] : [[`${path}.${page}`, "1"] as const]),
            ...(absent === "" ? [] : [[path, absent] as const]),
            ...(ordered === "" ? [] : [["order", `${path}(${first}).${ordered}`] as const]),
            ...(isEmpty || !inner.parameters.some(([one]) => one === "order")
              ? [[`${path}.order`, childKey.join(",")] as const]
              : []),
          ];
        },
      ),
    }));
}

/** A read. */
export function kindReads(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.keys(KINDS)).chain((name) =>
    fc
      .record({
        method: oneOf(["GET", "GET", "GET", "GET", "GET", "GET", "HEAD"]),
        selected: shape(name, 2),
        isPlain: oneOf([true, false, false]),
        filters: fc.array(
          fc.oneof({ weight: 3, arbitrary: filter(name) }, { weight: 1, arbitrary: logic(name) }),
          { maxLength: 2 },
        ),
        page: oneOf([
          [],
          [],
          [],
          [["limit", "1"]],
          [["offset", "1"]],
          [
            ["limit", "2"],
            ["offset", "1"],
          ],
          [["limit", "0"]],
        ] as const),
        range: oneOf(["", "", "", "", "0-1", "1-", "9-"]),
        count: oneOf(["", "", "", "count=exact"]),
        accept: oneOf([
          "",
          "",
          "",
          "",
          "text/csv",
          "application/vnd.pgrst.object+json",
          "application/vnd.pgrst.array+json;nulls=stripped",
          "application/vnd.pgrst.object+json;nulls=stripped",
        ]),
        direction: oneOf(["", ".desc", ".nullsfirst", ".desc.nullslast"]),
      })
      .map(({ method, selected, isPlain, filters, page, range, count, accept, direction }) => {
        const first = selected.parameters.filter(([one]) => one === "order").map(([, value]) => value);
        const key = kind(name).key.map((one) => one + direction);
        const parameters: (readonly [string, string])[] = [
          ...(isPlain ? [] : [["select", selected.list] as const]),
          ...(isPlain ? [] : selected.parameters.filter(([one]) => one !== "order")),
          ...filters,
          ["order", [...(isPlain ? [] : first), ...key].join(",")] as const,
          ...page,
        ];
        return {
          method,
          target: wire(`/${encodeURIComponent(name)}?${encoded(parameters)}`),
          headers: {
            ...(range === "" ? {} : { Range: range }),
            ...(count === "" ? {} : { Prefer: count }),
            ...(accept === "" ? {} : { Accept: accept }),
          },
        };
      }),
  );
}
