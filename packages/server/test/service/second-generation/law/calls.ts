/** Random calls of procedures that only read, most of them with arguments that they take. */
import fc from "fast-check";
import { type CallerName, PUBLIC_NAME } from "./fleet.ts";
import { headers, mildHeaders } from "./reads.ts";
import type { Asked, Known } from "./requests.ts";

/** Ids that an argument named `_id` or `id` means. */
function table(procedure: string): "logbook" | "moorages" {
  return /_from_moorage_fn$|_to_moorage_fn$/.test(procedure) ? "moorages" : "logbook";
}

/** What a procedure takes for an argument. */
function argument({ fleet, days }: Known, procedure: string, name: string): fc.Arbitrary<unknown> {
  const of = (values: readonly unknown[]) => fc.constantFrom<unknown>(...values);
  const logs = fleet.own.logbook;
  switch (name) {
    case "_id":
    case "id":
      return of(fleet.own[table(procedure)]);
    case "from_moorage":
    case "to_moorage":
      return of(fleet.own.moorages);
    case "start_log":
    case "end_log":
      return of(logs);
    case "start_date":
    case "end_date":
    case "since":
    case "until":
      return of([...days, ""]);
    case "ids":
    case "logs":
      return fc.subarray([...logs], { minLength: 1 });
    case "keys":
      return of([["environment.water.temperature"], ["environment.wind.speedTrue"]]);
    case "boat":
      return of([PUBLIC_NAME, "Hidden", "Unknown"]);
    case "_type":
      return of(["public_logs", "public_logs_list", "public_stats"]);
    case "time_interval":
      return of(["24", "48", "72", "168"]);
    case "year":
      return of([Number(days[0]?.slice(0, 4)), 2020]);
    case "sort":
      return of(["distance", "-started"]);
    case "way":
      return of(["sailing", "motoring"]);
    case "stream":
      return of(["k3j9x2ab1"]);
    case "rows":
      return of([[{ time: `${days[0]}T10:00:00Z`, latitude: 59.8, longitude: 22.9 }]]);
    case "tag":
      return of(["race"]);
    case "words":
    case "place":
      return of(["sea", "a"]);
    case "times":
      return of([true, false]);
    case "steps":
    case "points":
    case "tolerance":
    case "max_nm":
      return of([10, 100]);
    default:
      return of([1]);
  }
}

/** A list as PostgreSQL writes it, for a query. */
const inQuery = (value: unknown): string =>
  Array.isArray(value) && typeof value[0] !== "object"
    ? `{${value.join(",")}}`
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** Procedures that may be called by GET, with their arguments. */
function readers({ document, writing }: Known) {
  return Object.entries(document.paths).flatMap(([path, verbs]) => {
    const name = path.slice(1);
    if (!path.startsWith("/rpc/") || verbs.get === undefined || writing.has(name)) return [];
    const given = (verbs.get.parameters ?? []).filter((one) => "in" in one && one.in === "query");
    return [{ name, given: given.flatMap((one) => ("name" in one ? [one] : [])) }];
  });
}

function asCall(name: string, method: string, args: Readonly<Record<string, unknown>>) {
  const isPost = method === "POST";
  const query = Object.entries(args).map(([key, value]) => `${key}=${encodeURIComponent(inQuery(value))}`);
  return { name, method, query: isPost ? [] : query, ...(isPost ? { body: args } : {}) };
}

/** Calls with what each procedure takes. */
export function soundCalls(known: Known, caller: fc.Arbitrary<CallerName>): fc.Arbitrary<Asked> {
  return fc.constantFrom(...readers(known)).chain(({ name, given }) => {
    const procedure = name.slice(4);
    const all = Object.fromEntries(given.map((one) => [one.name, argument(known, procedure, one.name)]));
    const requiredKeys = given.filter(({ required }) => required).map((one) => one.name);
    return fc
      .record({
        caller,
        headers: mildHeaders.map(({ Range, ...others }) => (others.Accept === "text/csv" ? {} : others)),
        args: fc.record(all, { requiredKeys }),
        method: fc.constantFrom("GET", "POST"),
      })
      .map(({ args, method, ...one }) => ({ ...one, ...asCall(name, method, args) }));
  });
}

/** Calls with anything, by any method. */
export function wildCalls(known: Known, caller: fc.Arbitrary<CallerName>): fc.Arbitrary<Asked> {
  const value = fc.constantFrom<unknown>(...known.ids, "2026-01-01", "", null, "24", "race", "{}");
  return fc.constantFrom(...readers(known)).chain(({ name, given }) =>
    fc
      .record({
        caller,
        headers,
        args: fc.record(Object.fromEntries(given.map((one) => [one.name, value])), { requiredKeys: [] }),
        method: fc.constantFrom("GET", "POST", "HEAD", "PUT"),
      })
      .map(({ args, method, ...one }) => ({ ...one, ...asCall(name, method, args) })),
  );
}
