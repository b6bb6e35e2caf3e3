/** What may differ between the answers of both addresses, by the row of the table in docs/second-generation.md. */
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../../../../../../test/support/client.ts";
import type { Asked } from "./requests.ts";
import { areSameTracks } from "./visitors.ts";

/** Facts of the boat that pairs of values must be. */
export interface Facts {
  /** Greatest and mean winds at the root and at /v2, as `first second`, of finished logs (row 2). */
  readonly winds: ReadonlySet<string>;
  /** Moorages by the stay that made them (row 6). */
  readonly moorageOf: ReadonlyMap<string, string | null>;
  /** When both worlds began: times after it are those of either's clock, milliseconds. */
  readonly began: number;
  /** Whether the caller is a visitor of a public page. */
  readonly isVisitor: boolean;
}

/** Members that are secrets, new ones for each who asks. */
const SECRET = /^(?:token|code|otp_code|rpc\/generate_otp_fn)$/;

type Rule = (first: unknown, second: unknown, facts: Facts, within: readonly string[]) => boolean;

/** Between a request at the root and the same at /v2, on a busy machine. */
const SECONDS_BETWEEN = 60;

const seconds = (iso: string): number => {
  const parts = /^(-?)P(?:(\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(iso);
  if (parts === null) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, rest = 0] = parts.slice(2).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + rest;
};
/** Whether two durations are as far apart as two requests may be, for a stay that lasts, or both were now by a clock. */
const areNear = (first: string, second: string, began: number): boolean =>
  Math.abs(seconds(first) - seconds(second)) < SECONDS_BETWEEN ||
  (TIME.test(first) &&
    TIME.test(second) &&
    Math.min(Date.parse(first), Date.parse(second)) >= began &&
    Math.abs(Date.parse(first) - Date.parse(second)) < SECONDS_BETWEEN * 1000);
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Whether two secrets say the same of their holder, but for when and the role of a bot (row 15). */
function areLikeSecrets(first: unknown, second: unknown): boolean {
  if (typeof first !== "string" || typeof second !== "string") return false;
  const claims = ({ length }: string, token: string) => {
    const [, part] = token.split(".");
    if (part === undefined) return { length };
    const said: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return { ...Object(said), iat: 0, exp: 0, auth_time: 0, uid: "", vid: "", role: "" };
  };
  return isDeepStrictEqual(claims(first, first), claims(second, second));
}
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
      // Null if the stay is no more.
      relation === "eventlogs_view" && (moorageOf.get(String(first)) ?? null) === second,
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
    row: 10,
    name: /^geojson$/,
    holds: (first, second, { isVisitor }) => isVisitor && areSameTracks(first, second),
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

/** A text from a little before where it differs from another one. */
export function apart(text = "", other = ""): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 150), at + 150);
}

/** Where two documents differ though no row of the table says so; counts the rows that did. */
export function unlike(
  first: unknown,
  second: unknown,
  facts: Facts,
  seen: Map<number, number>,
  within: readonly string[],
): readonly string[] {
  if (isDeepStrictEqual(first, second)) return [];
  const name = within.at(-1) ?? "";
  if (typeof first === "string" && typeof second === "string" && areNear(first, second, facts.began))
    return [];
  if (SECRET.test(name) && areLikeSecrets(first, second)) return [];
  const rule = MEMBERS.find((one) => one.name.test(name) && one.holds(first, second, facts, within));
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
    // A leg's wind at /v2 is its true one, also where only other legs have any.
    const isTrueLeg = second.avg_wind_speed === second.avg_tws && second.max_wind_speed === second.max_tws;
    if ("segment_num" in first && isTrueLeg)
      for (const one of ["avg_wind_speed", "max_wind_speed"]) names.delete(one);
    // All columns of a log include the texts over time at /v2 alone.
    if (within[0] === "logbook")
      for (const one of names) if (/^trip(?:_|$)/.test(one) && !(one in first)) names.delete(one);
    return [...names].flatMap((one) => unlike(first[one], second[one], facts, seen, [...within, one]));
  }
  // Structured data that was asked for as text.
  if (typeof first === "string" && typeof second === "string" && /^[[{]/.test(first)) {
    const [one, other] = [parsed(first), parsed(second)];
    if (typeof one === "object" && typeof other === "object") return unlike(one, other, facts, seen, within);
  }
  const [one, other] = [JSON.stringify(first), JSON.stringify(second)];
  return [`${within.join(".")}: ${apart(one, other)} and ${apart(other, one)}`];
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

/** Whether an upsert tells otherwise if it inserted (row 12): PUT that it did, POST that it did not. */
const tellsInserted = ({ method, headers }: Asked, first: number, second: number): boolean =>
  (method === "PUT" && first === 200 && second === 201) ||
  (method === "POST" && headers.Prefer === "resolution=merge-duplicates" && first === 201 && second === 200);

/** How an answer of another form is the same: upserts, documents (row 17) and badges (row 8). Null for all others. */
export function formOf(
  asked: Asked,
  first: Answer,
  second: Answer,
): {
  readonly row: number;
  readonly headers: readonly string[];
  readonly bodies: readonly [unknown, unknown];
} | null {
  const { name, headers, caller, method } = asked;
  if (tellsInserted(asked, first.status, second.status))
    return { row: 12, headers: ["status"], bodies: [first.json ?? first.text, second.json ?? second.text] };
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
