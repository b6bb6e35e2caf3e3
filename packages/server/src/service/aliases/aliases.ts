/**
 * Names that existing software uses instead of the API's: one table, applied to requests and, where the software reads
 * them, to responses. `WAKELOG_ALIASES=off` disables it.
 */
import type { EngineInput, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { entryOf, rewriteQuery } from "./aliases-query.ts";

/** Procedures: legacy → current. */
export const PROCEDURES: Readonly<Record<string, string>> = {
  telegram: "messenger",
  telegram_otp_fn: "messenger_otp_fn",
  telegram_fn: "messenger_fn",
  pushover_fn: "push_fn",
  pushover_subscribe_link_fn: "push_subscribe_link_fn",
  graph_stats_logs_fn: "stats_logs_fn",
};

/**
 * Procedures that existing software calls with other arguments: by path, the distinguishing argument and the current
 * path.
 */
const OVERLOADS: Readonly<Record<string, readonly [argument: string, path: string]>> = {
  "/rpc/ispublic_fn": ["boat", "/rpc/ispublic_boat_fn"],
  "/rpc/split_logbook_fn": ["id_start", "/rpc/split_logbook_at_fn"],
};

/** Columns, arguments and keys of a body or query, by current path. */
export const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/metadata": { signalk_version: "navdata_version" },
  "/versions_view": { timescaledb: "timeseriesdb", postgis: "spatialdb", postgrest: "restserver" },
  "/rpc/messenger_fn": { telegram_obj: "messenger_obj" },
  "/rpc/push_fn": { pushover_user_key: "push_user_key" },
};

/** Preference keys, inside an array literal. */
const PREFERENCE_KEYS: Readonly<Record<string, string>> = {
  telegram: "messenger",
  pushover_user_key: "push_user_key",
};

/** Keys copied into a response under legacy names. */
const ANSWERS: Readonly<Record<string, { readonly copy?: Readonly<Record<string, string>> }>> = {
  "/rpc/versions_fn": {
    copy: { timeseriesdb: "timescaledb", spatialdb: "postgis", restserver: "postgrest" },
  },
  "/rpc/settings_fn": { copy: { messenger: "telegram", push_user_key: "pushover_user_key" } },
  "/rpc/push_subscribe_link_fn": { copy: { push_link: "pushover_link" } },
  "/rpc/profile_fn": { copy: { messenger: "telegram", push_user_key: "pushover_user_key" } },
};

/** Filters with legacy value formats, by path and column. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, (value: string) => string>>>> = {
  // Legacy clients send a list of lists of tags instead of a list of tags.
  "/logs_view": { tags: (value) => value.replace(/^cs\.\[\s*(\[.*\])\s*\]$/s, "cs.$1") },
};

/** The longest body to translate, bytes: none of these resources accepts as much. */
const MOST_TRANSLATED = 262_144;

/** A translated request, and the translation of its response. */
export interface Translated {
  readonly input: EngineInput;
  readonly answer: (output: HttpOutput) => HttpOutput;
}

const unchanged = (output: HttpOutput): HttpOutput => output;

export function noAliases(input: EngineInput): Translated {
  return { input, answer: unchanged };
}

/** Translates legacy names in a request. */
export function translateAliases(input: EngineInput): Translated {
  const path = ourPath(input);
  const names = entryOf(NAMES, path);
  const copies = entryOf(ANSWERS, path)?.copy;
  const filters = entryOf(FILTERS, path);
  const isPreference = path === "/rpc/update_user_preferences_fn";
  if ([names, copies, filters].every((one) => one === undefined) && path === input.path && !isPreference) {
    return { input, answer: unchanged };
  }
  const query = rewriteQuery(input.query, names ?? {}, filters ?? {});
  const body =
    names !== undefined
      ? rewriteJson(input.body, (value) => renameKeys(value, names))
      : isPreference
        ? rewriteJson(input.body, renamePreference)
        : input.body;
  return {
    input: { ...input, path, query, body },
    answer: copies === undefined ? unchanged : (output) => copyKeys(output, copies),
  };
}

function ourPath({ path, query, body }: EngineInput): string {
  const overload = entryOf(OVERLOADS, path);
  if (overload !== undefined && hasArgument(overload[0], query, body)) return overload[1];
  const name = /^\/rpc\/([a-z_]+)$/.exec(path)?.[1];
  const ours = name === undefined ? undefined : entryOf(PROCEDURES, name);
  return ours === undefined ? path : `/rpc/${ours}`;
}

function hasArgument(name: string, query: string, body: Buffer): boolean {
  if (query.split("&").some((pair) => pair.startsWith(`${name}=`))) return true;
  if (body.length > MOST_TRANSLATED) return false;
  try {
    const sent: unknown = JSON.parse(body.toString("utf8"));
    return typeof sent === "object" && sent !== null && Object.hasOwn(sent, name);
  } catch {
    return false;
  }
}

/** Bodies that are not JSON or too long are left to the engine. */
function rewriteJson(body: Buffer, rewrite: (value: unknown) => unknown): Buffer {
  if (body.length === 0 || body.length > MOST_TRANSLATED) return body;
  try {
    return Buffer.from(JSON.stringify(rewrite(JSON.parse(body.toString("utf8")))));
  } catch {
    return body;
  }
}

function renameKeys(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [entryOf(names, key) ?? key, inner]));
}

function renamePreference(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("key" in value) || typeof value.key !== "string")
    return value;
  return { ...value, key: value.key.replace(/[a-z_]+/g, (word) => entryOf(PREFERENCE_KEYS, word) ?? word) };
}

/** Adds legacy keys beside current ones, at any depth, in a successful JSON response. */
function copyKeys(output: HttpOutput, copies: Readonly<Record<string, string>>): HttpOutput {
  if (output.status !== 200 || output.body === null) return output;
  try {
    const added = addCopies(JSON.parse(output.body.toString()), copies);
    return { ...output, body: JSON.stringify(added) };
  } catch {
    return output;
  }
}

function addCopies(value: unknown, copies: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => addCopies(item, copies));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    addCopies(inner, copies),
  ]);
  const copied = entries.flatMap(([key, inner]): [string, unknown][] => {
    const theirs = entryOf(copies, key);
    return theirs === undefined ? [] : [[theirs, inner]];
  });
  return Object.fromEntries([...entries, ...copied]);
}
