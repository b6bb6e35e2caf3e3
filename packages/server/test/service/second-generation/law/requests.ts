/** Random requests that both addresses are asked: reads in every way, calls, and writes that change nothing twice. */
import fc from "fast-check";
import type { z } from "zod";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import type { swagger } from "../../../../../../test/support/swagger.ts";
import { CALLERS, type CallerName } from "./fleet.ts";

/** A request without its address. */
export interface Asked {
  readonly caller: CallerName;
  readonly method: string;
  /** The relation, or `rpc/` and the procedure. */
  readonly name: string;
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

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

/** What changes with the second in which it is asked, or between two requests of the same text. */
const MOVING = new Set(["offline", "duration_last_metrics", "last_contact", "duration"]);

const caller = fc.oneof(
  { weight: 5, arbitrary: fc.constant<CallerName>("user") },
  { weight: 4, arbitrary: fc.constantFrom(...CALLERS) },
);
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
// Two of them at most, so that most requests are answered.
const headers = fc
  .record({
    Prefer: fc.constantFrom(...PREFER),
    Accept: fc.oneof({ weight: 3, arbitrary: fc.constant("application/json") }, fc.constantFrom(...ACCEPT)),
    Range: fc.constantFrom("0-0", "1-2", "5-", "3-1"),
    "Content-Profile": fc.constantFrom("api", "public", "second", "app"),
    "Accept-Profile": fc.constantFrom("api", "second", "nothing"),
  })
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 2 }))
  .map((some) => Object.fromEntries(some));
const rare = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2, nil: null });

/** Requests of the API that the document describes. @param writing procedures that are called only as none may be */
export function requestsOf(
  document: z.infer<typeof swagger>,
  ids: readonly number[],
  writing: ReadonlySet<string>,
): fc.Arbitrary<Asked> {
  const relations = Object.keys(document.definitions);
  const id = fc.constantFrom(...ids);
  const value = fc.oneof(
    id.map(String),
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
  const columnsOf = (name: string) => {
    const all = Object.keys(document.definitions[name]?.properties ?? {});
    return { all, steady: all.filter((one) => !MOVING.has(one) && !(DIFFERING[name] ?? []).includes(one)) };
  };
  const relation = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...relations) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...Object.keys(DIFFERING), "stays_view", "stay_view", "moorages_stays_view"),
    },
    { weight: 1, arbitrary: fc.constantFrom("nothing_here", "a/b/c", "%20", "LOGBOOK") },
  );
  const jsonPaths = [
    "extra->metrics",
    "extra->tags->0",
    "extra->>nested",
    "extra->nested->a->2->>b",
    "user_data->>x",
    "extra->metrics->>navigation.log",
  ];
  const embeds = [
    "metadata(name,mmsi)",
    "logbook(id,max_wind_speed)",
    "moorages(id,name)",
    "stays!inner(id)",
    "...metadata(name)",
    "nothing(id)",
  ];
  const readOf = (name: string, methods: readonly string[]) => {
    const { all, steady } = columnsOf(name);
    const column = fc.constantFrom(...(steady.length > 0 ? steady : ["id"]), "nothing_here");
    const select = fc
      .uniqueArray(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom("*", ...(all.length > 0 ? all : ["id"])) },
          fc.constantFrom(...jsonPaths, ...embeds, "no_such_column", "x:id"),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((items) => `select=${items.map(encodeURIComponent).join(",")}`);
    const filter = fc
      .tuple(
        column,
        fc.constantFrom(
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
          "fts",
          "nonsense",
        ),
        value,
      )
      .map(([one, operator, text]) => `${encodeURIComponent(one)}=${operator}.${encodeURIComponent(text)}`);
    const either = fc
      .tuple(filter, filter)
      .map((two) => `or=(${two.map((one) => one.replace("=", ".")).join(",")})`);
    const order = fc
      .tuple(column, fc.constantFrom("", ".desc", ".nullsfirst"))
      .map(([one, way]) => `order=${one}${way},id`);
    const page = fc.constantFrom("limit=1", "limit=2&offset=1", "limit=0", "offset=-1", "limit=x");
    return fc.record({
      caller,
      method: fc.constantFrom(...methods),
      name: fc.constant(name),
      query: fc
        .tuple(rare(select), rare(filter), rare(either), rare(order), rare(page))
        .map((all) => all.filter((one) => one !== null)),
      headers,
    });
  };
  const reads = relation.chain((name) => readOf(name, ["GET", "GET", "GET", "GET", "HEAD", "OPTIONS"]));
  const procedures = Object.entries(document.paths).flatMap(([path, verbs]) => {
    if (!path.startsWith("/rpc/") || verbs.get === undefined) return [];
    const names = (verbs.get.parameters ?? []).flatMap((one) =>
      "in" in one && one.in === "query" ? [one.name] : [],
    );
    return [{ name: path.slice(1), names }];
  });
  const calls = fc.constantFrom(...procedures).chain(({ name, names }) => {
    const args = fc.record(
      Object.fromEntries(
        names.map((one) => [
          one,
          /id|log|limit|interval/.test(one)
            ? id
            : fc.constantFrom<unknown>("2026-01-01", "", null, "24", "race", "{}"),
        ]),
      ),
      { requiredKeys: [] },
    );
    return fc
      .record({
        caller,
        headers,
        args,
        method: fc.constantFrom("GET", writing.has(name) ? "GET" : "POST", "HEAD", "PUT"),
      })
      .map((one): Asked => {
        const isPost = one.method === "POST";
        const query = isPost
          ? []
          : Object.entries(one.args).map(([key, text]) => `${key}=${encodeURIComponent(String(text))}`);
        return { ...one, name, query, ...(isPost ? { body: one.args } : {}) };
      });
  });
  // Refused, or without rows, or the same a second time.
  const bodies = fc.constantFrom<unknown>(
    {},
    [],
    { notes: "twice" },
    { nothing_here: 1 },
    { id: "x" },
    "{",
    [{ id: null }, 3],
    { name: null },
    { user_data: [] },
  );
  const writes = fc
    .constantFrom(
      "logbook",
      "stays",
      "moorages",
      "metadata",
      "log_view",
      "logs_view",
      "stays_at",
      "nothing_here",
      "monitoring_view",
    )
    .chain((name) =>
      fc.tuple(readOf(name, ["PATCH", "DELETE", "PATCH"]), id, bodies).map(([one, some, body]): Asked => {
        const only = one.method === "DELETE" ? "-1" : String(some);
        return { ...one, query: [...one.query, `id=eq.${only}`], body };
      }),
    );
  const description = fc.record({
    caller,
    method: fc.constantFrom("GET", "HEAD"),
    name: fc.constant(""),
    query: fc.constant([]),
    headers: fc.constant({}),
  });
  return fc.oneof(
    { weight: 12, arbitrary: reads },
    { weight: 7, arbitrary: calls },
    { weight: 4, arbitrary: writes },
    { weight: 1, arbitrary: description },
  );
}
