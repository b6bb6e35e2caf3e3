/** Random reads of relations, in every way that the protocol offers. */
import fc from "fast-check";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import type { CallerName } from "./fleet.ts";
import type { Asked, Known } from "./requests.ts";

/** Columns whose values differ, of each relation, by the row of the table: no other filters or orders are asked of them. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  logbook: ["extra", "max_wind_speed", "track_geojson"],
  log_view: ["extra", "max_wind_speed", "geojson"],
  logs_geojson_view: ["geojson"],
  stats_logs_view: ["max_wind_speed"],
  moorages_view: ["arrivals_departures"],
  metadata: ["mmsi"],
  vessel_view: ["mmsi"],
  monitoring_view: ["windspeedoverground"],
  metrics_explore_view: ["value"],
  eventlogs_view: ["payload"],
};

/** Relations that answer otherwise at /v2. */
const DIFFERENT = [...Object.keys(DIFFERING), "stays_view", "stay_view", "moorages_stays_view"];
const NOWHERE = ["nothing_here", "a/b/c", "%20", "LOGBOOK"];

/** What changes with the second in which it is asked, or between two requests of the same text. */
const MOVING = new Set(["offline", "duration_last_metrics", "last_contact", "duration"]);
/** What each service's own clock wrote. */
const STAMPS = new Set(["stored", "processed", "created_at", "updated_at"]);

const PREFER = [
  "count=exact",
  "count=planned",
  "return=representation",
  "return=minimal",
  "handling=strict, max-affected=1",
  "handling=lenient, nonsense",
  "timezone=Asia/Tokyo",
];
const ACCEPT = [
  "application/json",
  "text/csv",
  "application/vnd.pgrst.object+json",
  "application/vnd.pgrst.array+json;nulls=stripped",
  "application/geo+json",
  "text/xml",
  "nonsense",
];
const JSON_PATHS = [
  "extra->metrics",
  "extra->tags->0",
  "extra->>nested",
  "extra->nested->a->2->>b",
  "user_data->>x",
  "extra->metrics->>navigation.log",
];
const EMBEDS = [
  "metadata(name,mmsi)",
  "logbook(id,max_wind_speed)",
  "moorages(id,name)",
  "stays!inner(id)",
  "...metadata(name)",
  "nothing(id)",
];
const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "lte",
  "like",
  "ilike",
  "in",
  "is",
  "not.is",
  "cs",
  "isdistinct",
  "match",
];

/** Headers of a read: two of them at most, so that most requests are answered. */
export const headers = fc
  .record({
    Prefer: fc.constantFrom(...PREFER),
    Accept: fc.oneof({ weight: 3, arbitrary: fc.constant("application/json") }, fc.constantFrom(...ACCEPT)),
    Range: fc.constantFrom("0-0", "1-2", "5-", "3-1"),
    "Content-Profile": fc.constantFrom("api", "public", "second", "app"),
    "Accept-Profile": fc.constantFrom("api", "second", "nothing"),
  })
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 2 }))
  .map((some) => Object.fromEntries(some));
/** Headers that refuse nothing. */
export const mildHeaders = fc
  .record({
    Prefer: fc.constantFrom(
      "count=exact",
      "count=planned",
      "handling=lenient, nonsense",
      "timezone=Asia/Tokyo",
    ),
    Accept: fc.constantFrom(
      "application/json",
      "text/csv",
      "application/vnd.pgrst.array+json;nulls=stripped",
    ),
    Range: fc.constant("0-1"),
  })
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 1 }))
  .map((some) => Object.fromEntries(some));
const rare = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2, nil: null });
const present = <T>(all: readonly (T | null)[]) => all.filter((one) => one !== null);

/** Columns of a relation, and those that may be filtered and ordered by. */
function columnsOf({ document }: Known, name: string) {
  const all = Object.keys(document.definitions[name]?.properties ?? {});
  return { all, steady: all.filter((one) => !MOVING.has(one) && !(DIFFERING[name] ?? []).includes(one)) };
}

/** Lists have an order of their own; the rows of any other relation come as the table has them, unless it is asked. */
const LISTS: ReadonlySet<string> = new Set(["logs_view", "moorages_view"]);

/** In an order that both must keep. */
function inOrder(asked: Asked, known: Known): Asked {
  const { all } = columnsOf(known, asked.name);
  const key = ["id", "time"].find((column) => all.includes(column));
  const isOrdered =
    !["GET", "HEAD"].includes(asked.method) ||
    LISTS.has(asked.name) ||
    asked.query.some((part) => part.startsWith("order="));
  return isOrdered || key === undefined ? asked : { ...asked, query: [...asked.query, `order=${key}`] };
}

/** As text, values that differ are not found again in a line. */
function withPlainText(asked: Asked, known: Known): Asked {
  if (asked.headers.Accept !== "text/csv") return asked;
  const steady = columnsOf(known, asked.name)
    .steady.filter((column) => !STAMPS.has(column))
    .slice(0, 4);
  const query = asked.query.filter((part) => !part.startsWith("select="));
  return { ...asked, query: [...query, `select=${steady.join(",") || "*"}`] };
}

/** Reads of what is there: columns that exist, and values that are in the rows. */
export function soundReads(known: Known, caller: fc.Arbitrary<CallerName>): fc.Arbitrary<Asked> {
  const relations = Object.keys(known.document.definitions);
  const relation = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...relations) },
    { weight: 2, arbitrary: fc.constantFrom(...DIFFERENT) },
  );
  return relation.chain((name) => {
    const { all, steady } = columnsOf(known, name);
    const values = [...(known.values.get(name) ?? [])].filter(([column]) => steady.includes(column));
    const select = fc
      .uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 6 })
      .map((columns) => `select=${columns.map(encodeURIComponent).join(",")}`);
    const filters = values.map(([column, some]) =>
      fc
        .tuple(
          fc.constantFrom("eq", "neq", "gte", "lt", "in", "not.is", "isdistinct"),
          fc.constantFrom(...some),
        )
        .map(([operator, text]) => {
          const value =
            operator === "in"
              ? `("${text.replace(/["\\]/g, "\\$&")}")`
              : operator === "not.is"
                ? "null"
                : text;
          return `${encodeURIComponent(column)}=${operator}.${encodeURIComponent(value)}`;
        }),
    );
    const order = fc
      .tuple(fc.constantFrom(...steady, "id"), fc.constantFrom("", ".desc", ".nullsfirst"))
      .map(([column, way]) => `order=${column}${way},id`);
    return fc
      .record({
        caller,
        method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS"),
        name: fc.constant(name),
        query: fc
          .tuple(
            rare(select),
            filters.length === 0 ? fc.constant(null) : rare(fc.oneof(...filters)),
            all.includes("id") ? rare(order) : fc.constant(null),
            rare(fc.constantFrom("limit=1", "limit=2&offset=1", "limit=0")),
          )
          .map(present),
        headers: mildHeaders,
      })
      .map((asked) => inOrder(withPlainText(asked, known), known));
  });
}

/** Reads of anything, most of which are refused or find nothing. */
export function wildReads(
  known: Known,
  caller: fc.Arbitrary<CallerName>,
  methods: readonly string[] = ["GET", "GET", "GET", "GET", "HEAD", "OPTIONS"],
  names: readonly string[] = [...Object.keys(known.document.definitions), ...DIFFERENT, ...NOWHERE],
): fc.Arbitrary<Asked> {
  const value = fc.oneof(
    fc.constantFrom(...known.ids).map(String),
    fc.constantFrom(
      "null",
      "true",
      "0",
      "2026-01-01",
      "*sea*",
      "(1,2,3)",
      "{race}",
      '{"a":1}',
      "PT1H",
      "🌊",
      "بحر",
    ),
    anyText(6),
  );
  return fc.constantFrom(...names).chain((name) => {
    const { all, steady } = columnsOf(known, name);
    const column = fc.constantFrom(...(steady.length > 0 ? steady : ["id"]), "nothing_here");
    const select = fc
      .uniqueArray(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom("*", ...(all.length > 0 ? all : ["id"])) },
          fc.constantFrom(...JSON_PATHS, ...EMBEDS, "no_such_column", "x:id"),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((items) => `select=${items.map(encodeURIComponent).join(",")}`);
    const filter = fc
      .tuple(column, fc.constantFrom(...OPERATORS, "fts", "nonsense"), value)
      .map(([one, operator, text]) => `${encodeURIComponent(one)}=${operator}.${encodeURIComponent(text)}`);
    const either = fc
      .tuple(filter, filter)
      .map((two) => `or=(${two.map((one) => one.replace("=", ".")).join(",")})`);
    const order = fc
      .tuple(column, fc.constantFrom("", ".desc", ".nullsfirst"))
      .map(([one, way]) => `order=${one}${way},id`);
    const page = fc.constantFrom("limit=1", "limit=2&offset=1", "limit=0", "offset=-1", "limit=x");
    return fc
      .record({
        caller,
        method: fc.constantFrom(...methods),
        name: fc.constant(name),
        query: fc.tuple(rare(select), rare(filter), rare(either), rare(order), rare(page)).map(present),
        headers,
      })
      .map((asked) => inOrder(withPlainText(asked, known), known));
  });
}
