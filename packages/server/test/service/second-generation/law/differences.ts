/** What may differ between the answers of both addresses, by the row of the table in docs/second-generation.md. */
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../../../../../../test/support/client.ts";
import type { Asked } from "./requests.ts";

/** Facts of the boat that pairs of values must be. */
export interface Facts {
  /** Greatest and mean winds at the root and at /v2, as `first second`, of finished logs (row 2). */
  readonly winds: ReadonlySet<string>;
  /** Moorages by the stay that made them (row 6). */
  readonly moorageOf: ReadonlyMap<string, string | null>;
}

type Rule = (first: unknown, second: unknown, facts: Facts, within: readonly string[]) => boolean;

/** Between a request at the root and the same at /v2, on a busy machine. */
const SECONDS_BETWEEN = 60;

const seconds = (iso: string): number => {
  const parts = /^(-?)P(?:(\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(iso);
  if (parts === null) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, rest = 0] = parts.slice(2).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + rest;
};
/** Whether two durations are as far apart as two requests may be: time passes for a stay that lasts. */
const areNear = (first: string, second: string): boolean =>
  Math.abs(seconds(first) - seconds(second)) < SECONDS_BETWEEN;
const isWind: Rule = (first, second, { winds }) =>
  winds.has(`${first} ${second}`) || Object.is(first, second);

/** By the name of a member: the rows whose values may differ, and how they must be alike. */
const MEMBERS: readonly { readonly row: number; readonly name: RegExp; readonly holds: Rule }[] = [
  {
    row: 1,
    name: /^propulsion\..+\.runTime$/,
    holds: (first, second) =>
      typeof first === "number" && typeof second === "string" && Math.abs(seconds(second) - first) < 1e-6,
  },
  { row: 2, name: /^(?:max_wind_speed|avg_wind_speed)$/, holds: isWind },
  { row: 2, name: /^max_wind_speed_id$/, holds: (first, second) => (first === null) === (second === null) },
  {
    row: 2,
    name: /^logs_top_wind_speed$/,
    holds: (first, second) => Array.isArray(first) && Array.isArray(second) && first.length === second.length,
  },
  {
    row: 3,
    name: /^arrivals_departures$/,
    holds: (first, second, _, [relation]) =>
      relation === "moorages_view" && Number.isInteger(first) && Number.isInteger(second),
  },
  {
    row: 4,
    name: /^time_spent_away$/,
    holds: (first, second) => {
      if (!Array.isArray(first) || typeof second !== "string") return false;
      const sum = first.reduce((all: number, one) => all + seconds(String(Object(one).stay_duration)), 0);
      return Math.abs(sum - seconds(second)) < SECONDS_BETWEEN;
    },
  },
  {
    row: 6,
    name: /^payload$/,
    holds: (first, second, { moorageOf }, [relation]) =>
      relation === "eventlogs_view" && moorageOf.get(String(first)) === second,
  },
  {
    row: 7,
    name: /^windspeedoverground$/,
    holds: (_, second, __, [relation]) =>
      relation === "monitoring_view" && (second === null || typeof second === "number"),
  },
  {
    row: 9,
    name: /^mmsi$/,
    holds: (first, second) => typeof first === "number" && second === String(first).padStart(9, "0"),
  },
  {
    row: 14,
    name: /^value$/,
    holds: (first, second, _, [relation]) =>
      relation === "metrics_explore_view" &&
      typeof second === "string" &&
      isDeepStrictEqual(first, typeof first === "string" ? second : parsed(second)),
  },
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where two documents differ though no row of the table says so; counts the rows that did. */
export function unlike(
  first: unknown,
  second: unknown,
  facts: Facts,
  seen: Map<number, number>,
  within: readonly string[],
): readonly string[] {
  if (isDeepStrictEqual(first, second)) return [];
  if (typeof first === "string" && typeof second === "string" && areNear(first, second)) return [];
  const rule = MEMBERS.find(
    ({ name, holds }) => name.test(within.at(-1) ?? "") && holds(first, second, facts, within),
  );
  if (rule !== undefined) {
    seen.set(rule.row, (seen.get(rule.row) ?? 0) + 1);
    return [];
  }
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.flatMap((one, n) => unlike(one, second[n], facts, seen, [...within, String(n)]));
  if (isObject(first) && isObject(second)) {
    const isPolarApart = within[0] === "log_view" && within.at(-1) === "extra" && !("polar" in second);
    if (isPolarApart && "polar" in first) seen.set(16, (seen.get(16) ?? 0) + 1);
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    if (isPolarApart) names.delete("polar");
    // All columns of a log include the texts over time at /v2 alone.
    if (within[0] === "logbook")
      for (const name of names) if (/^trip(?:_|$)/.test(name) && !(name in first)) names.delete(name);
    return [...names].flatMap((name) => unlike(first[name], second[name], facts, seen, [...within, name]));
  }
  // Structured data that was asked for as text.
  if (typeof first === "string" && typeof second === "string" && /^[[{]/.test(first)) {
    const [one, other] = [parsed(first), parsed(second)];
    if (typeof one === "object" && typeof other === "object") return unlike(one, other, facts, seen, within);
  }
  return [
    `${within.join(".")}: ${JSON.stringify(first)?.slice(0, 300)} and ${JSON.stringify(second)?.slice(0, 300)}`,
  ];
}

/** What the root is asked for the rows that /v2 shows: stays that ended (row 5), events that were worked off (row 6). */
export function narrowed({
  name,
  query,
}: Asked): { readonly row: number; readonly query: readonly string[] } | null {
  if (["stays_view", "stay_view", "moorages_stays_view"].includes(name))
    return { row: 5, query: ["departed=not.is.null"] };
  const order = (one: string) => (query.some((part) => part.startsWith("order=")) ? [] : [one]);
  if (name === "eventlogs_view")
    return {
      row: 6,
      query: [
        "processed=not.is.null",
        "channel=not.in.(new_stay,pre_logbook,post_logbook)",
        ...order("order=id.desc"),
      ],
    };
  if (name === "moorages_view") return { row: 3, query: order("order=total_duration.desc,id") };
  return null;
}

/** How an answer of another form is the same: documents (row 17) and badges (row 8). Null for all others. */
export function formOf(
  { name, headers, caller, method }: Asked,
  first: Answer,
  second: Answer,
): {
  readonly row: number;
  readonly headers: readonly string[];
  readonly bodies: readonly [unknown, unknown];
} | null {
  if (first.status !== 200 || caller === "stranger") return null;
  if (headers.Accept === undefined && /^rpc\/export_\w+_(?:gpx|kml)(?:_trips?)?_fn$/.test(name)) {
    if (!second.headers.get("content-type")?.startsWith("text/xml")) return null;
    return {
      row: 17,
      headers: ["content-type"],
      bodies: [method === "HEAD" ? "" : (first.json ?? ""), second.text],
    };
  }
  // A list's range counts its members.
  if (name !== "rpc/badges_fn") return null;
  const badges = isObject(second.json) ? second.json.badges : second.json;
  return { row: 8, headers: ["content-range"], bodies: [first.json ?? first.text, badges ?? second.text] };
}

const FREE =
  /^(?:|stays_at|versions_view|rpc\/(?:login|signup|recover|reset|ispublic_fn|ispublic_boat_fn|messenger|messenger_otp_fn|messenger_fn|email_fn|push_fn|versions_fn|public_sections_fn|sign_up_state_fn))$/;
const PUBLISHED =
  /^(?:logs_view|log_view|monitoring_view|monitoring_live|rpc\/(?:timelapse_fn|stats_fn|vessel_fn|export_logbooks_geojson_(?:point|linestring)_trips_fn))$/;

/** Refused as unknown or for want of a token; a search that needs one is refused at both addresses. */
const hidden = ({ status, json }: Answer) =>
  (status === 404 && json?.code === "PT404") || (status === 401 && !/match/.test(json?.message));

/** Callers without a token: what is not free or published is not there (rows 10, 11). Null: both must answer alike. */
export function visitorsAnswer(
  { name, method }: Asked,
  second: Answer,
): { readonly row: number; readonly holds: boolean } | null {
  if (FREE.test(name)) return null;
  const isRead = method === "GET" || method === "HEAD";
  if (PUBLISHED.test(name) && (isRead || name.startsWith("rpc/"))) return { row: 10, holds: !hidden(second) };
  return { row: 11, holds: second.status === 404 && (method === "HEAD" || second.json?.code === "PT404") };
}
