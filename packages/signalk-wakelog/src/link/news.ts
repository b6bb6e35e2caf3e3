/** Reading what comes down the link. What has not the form is as if it had not come. */
import { isRecord } from "../buffer/row.ts";
import type { Command, LinkSettings, Mode, News, ShoreAlert, ShoreAlerts, WatchedPath } from "./protocol.ts";

/** As long as the shore has said nothing else. */
export const USUAL_SETTINGS: LinkSettings = {
  version: 0,
  rest: 300,
  underway: 60,
  deviation: 15,
  mode: "auto",
  budget: { metered: 2_000_000, satellite: 20_000 },
  keep: { megabytes: 256 },
  satellite: [],
  skip: [],
  only: [],
  position_source: null,
  certificate: null,
  publish_trip: false,
  watch: [],
};

const MODES: readonly string[] = ["normal", "metered", "satellite", "off"];
const MOST_SATELLITE_PATHS = 6;

/** Reads news. */
export function readNews(json: Readonly<Record<string, unknown>>): News {
  const settings = settingsOf(json.settings);
  const alerts = alertsOf(json.alerts);
  return {
    ...(settings === null ? {} : { settings }),
    ...(alerts === null ? {} : { alerts }),
    ...(Array.isArray(json.commands) ? { commands: json.commands.flatMap(commandOf) } : {}),
  };
}

/** Whether a text is a mode. */
export function isMode(value: unknown): value is Mode {
  return typeof value === "string" && MODES.includes(value);
}

/** Reads settings; single ones that make no sense are as usual. Null if it is no object with a version. */
export function settingsOf(json: unknown): LinkSettings | null {
  if (!isRecord(json) || typeof json.version !== "number") return null;
  const usual = USUAL_SETTINGS;
  const keep = isRecord(json.keep)
    ? positive(json.keep.megabytes, usual.keep.megabytes)
    : usual.keep.megabytes;
  return {
    version: json.version,
    rest: positive(json.rest, usual.rest),
    underway: positive(json.underway, usual.underway),
    deviation: positive(json.deviation, usual.deviation),
    mode: isMode(json.mode) ? json.mode : usual.mode,
    budget: { ...usual.budget, ...budgetOf(json.budget) },
    keep: { megabytes: keep },
    satellite: textsOf(json.satellite).slice(0, MOST_SATELLITE_PATHS),
    skip: textsOf(json.skip),
    only: textsOf(json.only),
    position_source: textOf(json.position_source),
    certificate: textOf(json.certificate),
    publish_trip: json.publish_trip === true,
    watch: Array.isArray(json.watch) ? json.watch.flatMap(watchOf) : [],
  };
}

/** Reads alerts; null if they have not the form. */
export function alertsOf(json: unknown): ShoreAlerts | null {
  if (!isRecord(json) || typeof json.version !== "number" || !Array.isArray(json.raised)) return null;
  return { version: json.version, raised: json.raised.flatMap(alertOf) };
}

function alertOf(json: unknown): ShoreAlert[] {
  if (!isRecord(json) || typeof json.id !== "number") return [];
  const { id, name, severity, message, acknowledged } = json;
  return [
    {
      id,
      name: typeof name === "string" ? name : "",
      severity: typeof severity === "string" ? severity : "warn",
      message: typeof message === "string" ? message : "",
      acknowledged: acknowledged === true,
    },
  ];
}

function commandOf(json: unknown): Command[] {
  if (!isRecord(json) || typeof json.id !== "string" || typeof json.kind !== "string") return [];
  const { id, kind, data, expires } = json;
  if (typeof expires !== "string" && typeof expires !== "number") return [];
  return [{ id, kind, data: isRecord(data) ? data : {}, expires }];
}

function watchOf(json: unknown): WatchedPath[] {
  if (!isRecord(json) || typeof json.path !== "string") return [];
  return [{ path: json.path, low: numberOf(json.low), high: numberOf(json.high) }];
}

function budgetOf(json: unknown): Partial<Record<Mode, number | null>> {
  if (!isRecord(json)) return {};
  return Object.fromEntries(
    Object.entries(json).filter(
      ([mode, bytes]) => isMode(mode) && (bytes === null || (numberOf(bytes) ?? -1) >= 0),
    ),
  );
}

function textsOf(json: unknown): string[] {
  return Array.isArray(json) ? json.filter((one) => typeof one === "string") : [];
}

function textOf(json: unknown): string | null {
  return typeof json === "string" && json !== "" ? json : null;
}

function numberOf(json: unknown): number | null {
  return typeof json === "number" && Number.isFinite(json) ? json : null;
}

function positive(json: unknown, usual: number): number {
  const number = numberOf(json);
  return number !== null && number > 0 ? number : usual;
}
