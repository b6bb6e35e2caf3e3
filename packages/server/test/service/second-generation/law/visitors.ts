/** Callers without a token: what of the public pages must be alike, and what is not there at /v2 (rows 10 and 11). */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Answer } from "../../../../../../test/support/client.ts";
import { PUBLIC_NAME } from "./fleet.ts";
import type { Asked, Known } from "./requests.ts";

const EXPORTS = [
  "rpc/export_logbooks_geojson_point_trips_fn",
  "rpc/export_logbooks_geojson_linestring_trips_fn",
];
/** Paths that a page of each kind opens at /v2, besides the boat itself. */
const OPENED: Readonly<Record<string, readonly string[]>> = {
  public_logs: ["log_view", "logs_view", "rpc/timelapse_fn", ...EXPORTS],
  public_logs_list: ["logs_view"],
  public_timelapse: ["rpc/timelapse_fn", ...EXPORTS],
  public_stats: ["rpc/stats_fn"],
  public_monitoring: ["monitoring_view", "monitoring_live"],
};
const PUBLISHED: ReadonlySet<string> = new Set([...Object.values(OPENED).flat(), "rpc/vessel_fn"]);
const FREE =
  /^(?:|stays_at|versions_view|rpc\/(?:login|signup|recover|reset|ispublic_fn|ispublic_boat_fn|messenger|messenger_otp_fn|messenger_fn|email_fn|push_fn|versions_fn|public_sections_fn|sign_up_state_fn))$/;

/** A page: the boat's name, its kind, and a log or 0. */
interface Page {
  readonly boat: string;
  readonly kind: string;
  readonly log: number;
}

const headerOf = ({ boat, kind, log }: Page) => Buffer.from(`${boat},${kind},${log}`).toString("base64");
function pageOf({ headers }: Asked): Page | null {
  const text = Buffer.from(headers["x-is-public"] ?? "", "base64").toString();
  const [boat = "", kind = "", log = ""] = text.split(",");
  return kind === "" ? null : { boat, kind, log: Number(log) };
}

/** Reads by visitors: mostly of what their page opens, at either address. */
export function visits({ fleet }: Known): fc.Arbitrary<Asked> {
  const kind = fc.constantFrom(...Object.keys(OPENED));
  const isKnown = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false));
  return fc
    .record({
      kind,
      isKnown,
      log: fc.constantFrom(...fleet.own.logbook),
      boat: fc.constantFrom("Hidden", "Unknown"),
      method: fc.constantFrom("GET", "GET", "POST", "HEAD"),
    })
    .chain(({ method, ...one }) => {
      const opened = [...(OPENED[one.kind] ?? []), "rpc/vessel_fn"];
      const names = fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...opened) },
        fc.constantFrom(...PUBLISHED, "rpc/public_sections_fn", "stays_view"),
      );
      return names.map((name): Asked => {
        const page = {
          boat: one.isKnown ? PUBLIC_NAME : one.boat,
          kind: one.kind,
          log: one.kind === "public_logs" ? one.log : 0,
        };
        const isCall = name.startsWith("rpc/");
        const isSections = name === "rpc/public_sections_fn";
        return {
          caller: "visitor",
          method: isCall ? method : method === "POST" ? "GET" : method,
          name,
          query: isSections && method !== "POST" ? [`boat=${page.boat}`] : [],
          headers: { "x-is-public": headerOf(page) },
          ...(isCall && method === "POST" ? { body: isSections ? { boat: page.boat } : {} } : {}),
        };
      });
    });
}

/** Refused as unknown or for want of a token; a search that needs one is refused at both addresses. */
const isHidden = ({ status, json }: Answer) =>
  (status === 404 && json?.code === "PT404") || (status === 401 && !/match/.test(json?.message));

/** Whether a published page's answer is empty; true as well for what is no plain document. */
export function isNothing({ json }: Answer): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (typeof json !== "object" || json === null) return true;
  if ("vessel" in json) return json.vessel === null;
  if ("stats" in json) return json.stats.stats_logs.count === 0;
  return !("geojson" in json) || json.geojson.features.length === 0;
}

/** How a visitor's answers must be alike. */
export type VisitorsAnswer =
  | { readonly row: number; readonly fault: string | null }
  /** Both show the page: their documents must be alike, but for the forms of tracks. */
  | { readonly row: 10; readonly areShown: true };

/** What /v2 answers callers without a token. Null: both must answer alike. */
export function visitorsAnswer(asked: Asked, first: Answer, second: Answer): VisitorsAnswer | null {
  const { name, method } = asked;
  if (FREE.test(name)) return null;
  const isRead = method === "GET" || method === "HEAD";
  if (!PUBLISHED.has(name) || !(isRead || name.startsWith("rpc/"))) {
    const isUnknown = second.status === 404 && (method === "HEAD" || second.json?.code === "PT404");
    return { row: 11, fault: isUnknown ? null : `${second.status} ${second.text}` };
  }
  if (isHidden(second)) return { row: 10, fault: `hidden: ${second.status} ${second.text}` };
  if (first.status === 200 && second.status === 200) return { row: 10, areShown: true };
  const page = pageOf(asked);
  const isOpen = page?.boat === PUBLIC_NAME && [...(OPENED[page.kind] ?? []), "rpc/vessel_fn"].includes(name);
  const shows = second.status === 200 && method !== "HEAD" && !isNothing(second);
  return { row: 10, fault: shows && !isOpen ? `not published: ${second.text}` : null };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two tracks are the same: the same features, and in the second all that the first one says of them. */
export function areSameTracks(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return Object.is(first, second);
  const [one, other] = [first.features, second.features];
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  // Nothing is left of a log near home: a feature without a line, or none.
  if (other.length === 0) return one.every((feature) => Object(feature).geometry === null);
  return (
    one.length === other.length &&
    one.every((feature, n) => {
      const there: unknown = other[n];
      if (!isObject(feature) || !isObject(there)) return false;
      return (
        isDeepStrictEqual(feature.geometry, there.geometry) &&
        Object.entries(Object(feature.properties)).every(
          ([key, value]) => key === "notes" || isDeepStrictEqual(value, Object(there.properties)[key]),
        )
      );
    })
  );
}
