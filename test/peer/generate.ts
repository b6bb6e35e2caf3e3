/** Random requests over the fixture schema: most of them meaningful, some of them broken. */
import fc from "fast-check";
import { type PeerRequest, wire } from "./request.ts";

/** What a generator knows of a relation: columns with values to compare them with, and what can be embedded. */
interface Known {
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly embeds: Readonly<Record<string, string>>;
}

const TEXTS = ["Ada", "*a*", "", "ä", "a,b", 'say "x"', "x(y)", "null", "%", "a b"];
const INTEGERS = ["1", "2", "5", "-1", "0", "x", "99999999999"];

const RELATIONS: Readonly<Record<string, Known>> = {
  sites: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      name: ["Cerro Alto", "Mount Grey", ...TEXTS],
      country: ["CL", "FR", "xx"],
      altitude: ["12", "1700", ...INTEGERS],
      "location->>type": ["Point", "x"],
    },
    embeds: {
      telescopes: "telescopes",
      site_contacts: "site_contacts",
      open_telescopes: "open_telescopes",
      telescope_totals: "telescope_totals",
    },
  },
  telescopes: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      site_id: INTEGERS,
      name: ["Anteros", ...TEXTS],
      aperture_m: ["1.2", "8.2", "x"],
      installed: ["1976-11-07", "2000-01-01"],
      is_open: ["true", "false", "x"],
      tags: ["{optical}", "{}", "{a,b}"],
      "spec->mount->>kind": ["alt-az"],
    },
    embeds: {
      sites: "sites",
      nights: "nights",
      measurements: "measurements",
      "observers!skills": "observers",
      "observers!favourites": "observers",
    },
  },
  nights: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      rating: INTEGERS,
      temperatures: ["[0,5)", "empty", "(,3]"],
      started: ["2024-01-01", "x"],
      "weather->seeing": ["1", "0.6"],
      "weather->wind->>kn": ["5", "15"],
    },
    embeds: {
      telescopes: "telescopes",
      "observers!observer_id": "observers",
      "observers!nights_assistant_fkey": "observers",
      exposures: "exposures",
      stars: "stars",
    },
  },
  stars: {
    key: ["catalog", "number"],
    columns: {
      catalog: ["HR", "GJ"],
      number: ["2491", "7001", "1"],
      name: ["Sirius", "Vega", ...TEXTS],
      class: ["A", "M"],
      mag: ["0", "1.5", "-1.46"],
      distance_ly: ["10", "25.04"],
      aliases: ["{}", '{"Alpha Lyr"}'],
    },
    embeds: { nights: "nights", exposures: "exposures", same_class: "stars", brightest: "stars" },
  },
  exposures: {
    key: ["night_id", "catalog", "number"],
    columns: {
      night_id: INTEGERS,
      catalog: ["HR"],
      number: ["2491"],
      seconds: INTEGERS,
      filter_name: ["V", "B"],
    },
    embeds: { nights: "nights", stars: "stars" },
  },
  observers: {
    key: ["id"],
    columns: {
      id: INTEGERS,
      email: ["ada@example.org"],
      full_name: ["Ada Byrne", ...TEXTS],
      born: ["1960-02-03"],
    },
    embeds: {
      badges: "badges",
      bookings: "bookings",
      "telescopes!skills": "telescopes",
      "nights!observer_id": "nights",
    },
  },
  best_nights: {
    key: ["night"],
    columns: { night: INTEGERS, rating: INTEGERS },
    embeds: { telescopes: "telescopes", observers: "observers" },
  },
  badges: { key: ["code"], columns: { observer_id: INTEGERS }, embeds: { observers: "observers" } },
  bookings: { key: ["id"], columns: { id: INTEGERS }, embeds: { observers: "observers", sites: "sites" } },
  measurements: {
    key: ["taken", "id"],
    columns: { id: INTEGERS, taken: ["2024-06-01"], value: ["1.5", "NaN"] },
    embeds: { telescopes: "telescopes" },
  },
  site_contacts: {
    key: ["site_id"],
    columns: { site_id: INTEGERS, keeper: TEXTS },
    embeds: { sites: "sites" },
  },
  open_telescopes: { key: ["id"], columns: { id: INTEGERS, name: TEXTS }, embeds: { sites: "sites" } },
  telescope_totals: {
    key: ["id"],
    columns: { id: INTEGERS, night_count: INTEGERS },
    embeds: { sites: "sites" },
  },
};

const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "cs",
  "cd",
  "ov",
  "adj",
  "sl",
];

function known(name: string): Known {
  const found = RELATIONS[name];
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

function oneOf<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}

function operation(values: readonly string[]): fc.Arbitrary<string> {
  const value = oneOf(values);
  const item = value.map((one) => (/[,()" ]/.test(one) ? `"${one.replace(/["\\]/g, "\\$&")}"` : one));
  const plain = fc.tuple(oneOf(OPERATORS), value).map(([op, one]) => `${op}.${one}`);
  const quantified = fc
    .tuple(
      oneOf(["eq", "gt", "lte", "like", "ilike"]),
      oneOf(["any", "all"]),
      fc.array(item, { maxLength: 2 }),
    )
    .map(([op, quantifier, items]) => `${op}(${quantifier}).{${items.join(",")}}`);
  const listed = fc.array(item, { maxLength: 3 }).map((items) => `in.(${items.join(",")})`);
  const is = oneOf(["is.null", "is.true", "is.false", "is.unknown"]);
  return fc
    .tuple(
      oneOf(["", "", "", "not."]),
      fc.oneof(
        { weight: 5, arbitrary: plain },
        { weight: 2, arbitrary: listed },
        { weight: 1, arbitrary: quantified },
        { weight: 2, arbitrary: is },
      ),
    )
    .map(([not, rest]) => not + rest);
}

function filter(name: string): fc.Arbitrary<readonly [string, string]> {
  const { columns } = known(name);
  return oneOf(Object.keys(columns)).chain((column) =>
    operation(columns[column] ?? []).map((one) => [column, one] as const),
  );
}

/** A condition of a logic tree, whose values cannot hold commas and brackets without quotes. */
function condition(name: string): fc.Arbitrary<string> {
  return filter(name)
    .filter(([, value]) => !/^(not\.)?[a-z]+\..*[,()"]/.test(value) || value.includes("in.("))
    .map(([column, value]) => `${column}.${value}`);
}

function logic(name: string): fc.Arbitrary<readonly [string, string]> {
  const leaf = condition(name);
  const branch = fc
    .tuple(oneOf(["and", "or", "not.and", "not.or"]), fc.array(leaf, { minLength: 1, maxLength: 3 }))
    .map(([op, items]) => `${op}(${items.join(",")})`);
  return fc
    .tuple(
      oneOf(["and", "or", "not.and", "not.or"]),
      fc.array(fc.oneof(leaf, branch), { minLength: 1, maxLength: 3 }),
    )
    .map(([op, items]) => [op, `(${items.join(",")})`] as const);
}

/** A select list, and the parameters that speak of what it embeds. */
interface Selected {
  readonly list: string;
  readonly parameters: readonly (readonly [string, string])[];
}

function select(name: string, depth: number): fc.Arbitrary<Selected> {
  const { columns, embeds, key } = known(name);
  const column = oneOf(Object.keys(columns)).chain((one) =>
    fc
      .tuple(oneOf(["", "", "alias:"]), oneOf(["", "", "", "::text"]))
      .map(([alias, cast]) => `${alias}${one}${cast}`),
  );
  const own = fc.oneof(
    fc.constant(["*"]),
    fc.uniqueArray(column, {
      minLength: 1,
      maxLength: 3,
      selector: (one) => one.replace(/^alias:.*/, "alias"),
    }),
  );
  if (depth === 0) return own.map((items) => ({ list: items.join(","), parameters: [] }));
  const embed = oneOf(Object.entries(embeds)).chain(([target, relation]) =>
    fc.tuple(
      fc.constant(target),
      oneOf(["", "", "!inner", "!left"]),
      select(relation, depth - 1),
      fc.array(fc.oneof(filter(relation), logic(relation)), { maxLength: 1 }),
      fc.constant(known(relation).key),
    ),
  );
  return fc.tuple(own, fc.option(embed)).map(([items, child]) => {
    if (child === null) return { list: items.join(","), parameters: [] };
    const [target, join, inner, said, childKey] = child;
    const path = target.split("!")[0] ?? target;
    const lower = [...inner.parameters, ...said].map(([name, value]) => [`${path}.${name}`, value] as const);
    return {
      list: [...items, `${target}${join}(${inner.list})`].join(","),
      parameters: [...lower, [`${path}.order`, childKey.join(",")], [`order`, key.join(",")]],
    };
  });
}

function encoded(parameters: readonly (readonly [string, string])[]): string {
  return parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}

const ACCEPTS = ["application/json", "text/csv", "application/vnd.pgrst.object+json", "*/*", "text/html"];

/** A read: any relation, columns, two levels of embedding, filters, logic, pages and counts. */
export function reads(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.keys(RELATIONS)).chain((name) =>
    fc
      .record({
        method: oneOf(["GET", "GET", "GET", "HEAD"]),
        selected: select(name, 2),
        filters: fc.array(
          fc.oneof({ weight: 3, arbitrary: filter(name) }, { weight: 1, arbitrary: logic(name) }),
          {
            maxLength: 3,
          },
        ),
        limit: fc.option(fc.integer({ min: 0, max: 5 })),
        offset: fc.option(fc.integer({ min: 0, max: 5 })),
        count: oneOf(["", "", "count=exact", "count=planned"]),
        accept: oneOf(["", "", "", ...ACCEPTS]),
        direction: oneOf(["", ".desc", ".nullsfirst", ".desc.nullslast"]),
      })
      .map(({ method, selected, filters, limit, offset, count, accept, direction }) => {
        const order = known(name)
          .key.map((column) => column + direction)
          .join(",");
        const parameters: (readonly [string, string])[] = [
          ["select", selected.list],
          ...selected.parameters.filter(([key]) => key !== "order"),
          ...filters,
          ["order", order],
        ];
        if (limit !== null) parameters.push(["limit", String(limit)]);
        if (offset !== null) parameters.push(["offset", String(offset)]);
        return {
          method,
          target: `/${name}?${encoded(parameters)}`,
          headers: {
            ...(count === "" ? {} : { Prefer: count }),
            ...(accept === "" ? {} : { Accept: accept }),
          },
        };
      }),
  );
}

/** Writes to sites and bookings, with preferences of all kinds. */
export function writes(): fc.Arbitrary<PeerRequest> {
  const row = fc.record(
    {
      id: oneOf([1, 2, 60, 61, "x", null]),
      name: oneOf(["New", "Cerro Alto", null, 'ä "x"']),
      altitude: oneOf([1, 2.5, "3", null]),
      location: oneOf([{ a: [1] }, null, "text"]),
    },
    { requiredKeys: ["id", "name"] },
  );
  return fc
    .record({
      method: oneOf(["POST", "POST", "PATCH", "DELETE", "PUT"]),
      rows: fc.oneof(row, fc.array(row, { maxLength: 3 })),
      filters: fc.array(filter("sites"), { maxLength: 2 }),
      back: oneOf(["", "return=representation", "return=minimal", "return=headers-only"]),
      more: fc.subarray([
        "count=exact",
        "resolution=merge-duplicates",
        "resolution=ignore-duplicates",
        "missing=default",
      ]),
      selected: oneOf(["", "id,name", "*,telescopes(id)", "altitude::text"]),
      columns: oneOf(["", "", "id,name", "id,name,altitude"]),
    })
    .map(({ method, rows, filters, back, more, selected, columns }) => {
      const isCreating = method === "POST";
      const parameters = [
        ...(isCreating ? [] : method === "PUT" ? [["id", "eq.60"] as const] : filters),
        ...(selected === "" ? [] : [["select", selected] as const]),
        ...(columns === "" || method === "DELETE" || method === "PUT" ? [] : [["columns", columns] as const]),
      ];
      const prefer = [back, ...more].filter((one) => one !== "").join(", ");
      return {
        method,
        target: parameters.length === 0 ? "/sites" : `/sites?${encoded(parameters)}`,
        headers: { "Content-Type": "application/json", ...(prefer === "" ? {} : { Prefer: prefer }) },
        ...(method === "DELETE" ? {} : { body: JSON.stringify(rows) }),
      };
    });
}

const PIECES = [
  ..."()[]{},.:!*\"'\\-><=&?;%+ ",
  "select=",
  "order=",
  "limit=",
  "offset=",
  "or=",
  "and=",
  "not.",
  "eq.",
  "in.",
  "is.null",
  "like(any).",
  "fts(x).",
  "id",
  "name",
  "sites",
  "telescopes",
  "nights",
  "...",
  "::",
  "->",
  "->>",
  "!inner",
  "null",
  "count()",
  ".sum()",
  "1",
  "-1",
  "1e9",
  "columns=",
  "on_conflict=",
  "é",
  "😀",
  "%00",
  "%ff",
  "%",
  "99999999999999999999",
];

/** Anything that can be asked: pieces of the grammar in any order, as any method, with any body. */
export function noise(): fc.Arbitrary<PeerRequest> {
  return fc
    .record({
      method: oneOf(["GET", "GET", "GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"]),
      path: oneOf([
        "/sites",
        "/telescopes",
        "/stars",
        "/rpc/add",
        "/rpc/all_telescopes",
        "/rpc/echo_json",
        "/",
        "/x",
      ]),
      query: fc.array(oneOf(PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
      accept: oneOf([...ACCEPTS, "", ";;,", "text/plain", "application/octet-stream"]),
      type: oneOf(["application/json", "text/csv", "application/x-www-form-urlencoded", "text/plain", "x"]),
      prefer: oneOf([
        "",
        "return=representation",
        "count=exact",
        "count=estimated",
        ",;=",
        "handling=strict, x",
      ]),
      body: fc.oneof(
        oneOf([
          "",
          "{}",
          "[]",
          "[{}]",
          "{",
          "null",
          '{"id":1}',
          "a,b\n1",
          "a=b&c",
          "\u0000",
          '[{"id":1},{"name":2}]',
        ]),
        fc.json({ maxDepth: 2 }),
      ),
    })
    .map(({ method, path, query, accept, type, prefer, body }) => ({
      method,
      target: wire(query === "" ? path : `${path}?${query}`),
      headers: {
        "Content-Type": type,
        ...(accept === "" ? {} : { Accept: accept }),
        ...(prefer === "" ? {} : { Prefer: prefer }),
      },
      ...(method === "GET" || method === "HEAD" || method === "OPTIONS" ? {} : { body }),
    }));
}
