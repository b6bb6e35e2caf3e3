/**
 * Every setting of the data API by PostgREST's names, once. Precedence: the database's own settings of the login
 * role, the environment, the file, the default. All problems are found at once.
 */
import { readFileSync } from "node:fs";
import { ConfigError } from "../config.ts";
import { createAuthenticator } from "../engine/caller/caller.ts";
import { databaseUrl } from "./database-url.ts";
import { boolean, checked, choice, integer, list, type Setting, text } from "./setting.ts";

const PORT = 65_535;
const SECONDS = 2_147_483;
const db = { inDatabase: true } as const;

const SETTINGS = {
  dbUri: checked(
    "db-uri",
    "postgresql://",
    (given) =>
      databaseUrl(given) === null
        ? "must be a URI like postgresql://user@host/database, or key=value pairs"
        : null,
    { fromFile: true },
  ),
  dbSchemas: {
    ...list("db-schemas", "public", { ...db, formerly: ["db-schema"] }),
    read(given: string) {
      const value = given
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
      const internal = value.find((name) => name === "pg_catalog" || name === "information_schema");
      if (internal !== undefined) return { problem: `must not hold ${internal}: it is PostgreSQL's own` };
      return value.length === 0 ? { problem: "must name a schema" } : { value };
    },
  },
  dbAnonRole: text("db-anon-role", null, db),
  dbPreRequest: text("db-pre-request", null, { ...db, formerly: ["pre-request"] }),
  dbPreConfig: text("db-pre-config", null),
  dbExtraSearchPath: list("db-extra-search-path", "public", { ...db, mayBeEmpty: true }),
  dbTxEnd: choice(
    "db-tx-end",
    "commit",
    ["commit", "commit-allow-override", "rollback", "rollback-allow-override"],
    db,
  ),
  dbMaxRows: integer("db-max-rows", null, Number.MAX_SAFE_INTEGER, { ...db, formerly: ["max-rows"] }),
  /** Ours alone: whose rows estimated counts are made of. */
  dbCountEstimates: choice("db-count-estimates", "own", ["own", "planner"], db),
  dbPool: integer("db-pool", 10, 1000),
  dbPoolAcquisitionTimeout: integer("db-pool-acquisition-timeout", 10, SECONDS),
  dbPoolMaxLifetime: integer("db-pool-max-lifetime", 1800, SECONDS),
  dbPoolMaxIdletime: integer("db-pool-max-idletime", 30, SECONDS, { formerly: ["db-pool-timeout"] }),
  dbAggregatesEnabled: boolean("db-aggregates-enabled", false, db),
  dbPlanEnabled: boolean("db-plan-enabled", false, db),
  dbRootSpec: text("db-root-spec", null, { ...db, formerly: ["root-spec"] }),
  dbConfig: boolean("db-config", true),
  dbChannel: text("db-channel", "pgrst"),
  dbChannelEnabled: boolean("db-channel-enabled", true),
  dbPreparedStatements: boolean("db-prepared-statements", true, db),
  jwtSecret: text("jwt-secret", null, { ...db, fromFile: true }),
  jwtSecretIsBase64: boolean("jwt-secret-is-base64", false, { ...db, formerly: ["secret-is-base64"] }),
  jwtAud: text("jwt-aud", null, db),
  jwtRoleClaimKey: checked("jwt-role-claim-key", ".role", (given) => secretProblem(null, false, given), {
    ...db,
    formerly: ["role-claim-key"],
  }),
  openapiMode: choice(
    "openapi-mode",
    "follow-privileges",
    ["follow-privileges", "ignore-privileges", "disabled"],
    db,
  ),
  openapiSecurityActive: boolean("openapi-security-active", false, db),
  openapiServerProxyUri: checked(
    "openapi-server-proxy-uri",
    null,
    (given) =>
      /^https?:\/\//.test(given) && URL.canParse(given)
        ? null
        : `must be an http or https URL, not "${given}"`,
    { ...db, formerly: ["server-proxy-uri"] },
  ),
  rawMediaTypes: list("raw-media-types", "", db),
  serverHost: text("server-host", "!4"),
  serverPort: integer("server-port", 3000, PORT),
  serverUnixSocket: text("server-unix-socket", null),
  serverUnixSocketMode: checked("server-unix-socket-mode", "660", (given) =>
    /^[67][0-7][0-7]$/.test(given) ? null : `must be three octal digits from 600 to 777, not "${given}"`,
  ),
  serverCorsAllowedOrigins: list("server-cors-allowed-origins", null, db),
  serverTimingEnabled: boolean("server-timing-enabled", false, db),
  serverTraceHeader: text("server-trace-header", null, db),
  adminServerPort: integer("admin-server-port", null, PORT),
  logLevel: choice("log-level", "error", ["crit", "error", "warn", "info"]),
} as const;

/** Settings of PostgREST that change nothing here: old ways of doing, and caches that mind themselves. */
const WITHOUT_EFFECT = new Set([
  "db-use-legacy-gucs",
  "db-pool-automatic-recovery",
  "jwt-cache-max-lifetime",
  "jwt-cache-max-entries",
]);

type Settings = typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
/** Settings that are null when nobody says them. */
type OptionalKey =
  | "dbAnonRole"
  | "dbPreRequest"
  | "dbPreConfig"
  | "dbMaxRows"
  | "dbRootSpec"
  | "jwtSecret"
  | "jwtAud"
  | "openapiServerProxyUri"
  | "serverUnixSocket"
  | "serverCorsAllowedOrigins"
  | "serverTraceHeader"
  | "adminServerPort";

export type DataApiSettings = {
  readonly [K in keyof Settings]: K extends OptionalKey ? ValueOf<Settings[K]> | null : ValueOf<Settings[K]>;
} & {
  /** Settings that SQL code reads in every transaction, by their whole names (`app.settings.…`). */
  readonly appSettings: readonly (readonly [string, string])[];
};

/** Where settings are written. */
export interface SettingSources {
  readonly file?: ReadonlyMap<string, string>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** What the database says, by the names of the file. */
  readonly database?: ReadonlyMap<string, string>;
}

export interface ReadSettings {
  readonly settings: DataApiSettings;
  /** One sentence for each setting that nobody knows. */
  readonly warnings: readonly string[];
}

/** The names of settings that the database may say. */
export const DATABASE_SETTINGS: readonly string[] = Object.values(SETTINGS).flatMap(
  (setting: Setting<unknown>) => (setting.inDatabase === true ? [setting.name] : []),
);

/** Every setting as documents tell it: its name and its former ones, its default, and whether the database may say it. */
export function describeDataApiSettings(): readonly Omit<Setting<unknown>, "read">[] {
  return Object.values<Setting<unknown>>(SETTINGS);
}

/** @throws ConfigError with every problem */
export function readSettings(sources: SettingSources): ReadSettings {
  const written = gather(sources);
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const names = [setting.name, ...(setting.formerly ?? [])];
    const name = names.find((one) => written.has(one)) ?? setting.name;
    const given = written.get(name);
    for (const one of names) written.delete(one);
    const isSaid = given !== undefined && (given !== "" || setting.mayBeEmpty === true);
    const wanted = isSaid ? given : setting.default;
    if (wanted === null) values[key] = null;
    else {
      const outcome = readFrom(setting, wanted);
      if ("problem" in outcome) problems.push(`${name} ${outcome.problem}`);
      else values[key] = outcome.value;
    }
  }
  const { jwtSecret, jwtSecretIsBase64 } = values;
  if (typeof jwtSecret === "string") {
    const problem = secretProblem(jwtSecret, jwtSecretIsBase64 === true, ".role");
    if (problem !== null) problems.push(`jwt-secret ${problem}`);
  }
  const appSettings: (readonly [string, string])[] = [];
  const warnings: string[] = [];
  for (const [name, value] of written) {
    if (name.startsWith("app.settings.")) appSettings.push([name, value]);
    else if (!WITHOUT_EFFECT.has(name)) warnings.push(`${name} is not a setting and has no effect`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Each value was read by the setting of its own key, which is what the type says.
  return { settings: Object.freeze({ ...values, appSettings }) as unknown as DataApiSettings, warnings };
}

/** Every setting that somebody wrote, by its name in a file; the strongest source last. */
function gather({ file, environment = {}, database }: SettingSources): Map<string, string> {
  const written = new Map(file);
  const put = (name: string, value: string): void => {
    // A newer name in a stronger source must not lose to an older one in a weaker.
    for (const { name: own, formerly = [] } of Object.values<Setting<unknown>>(SETTINGS)) {
      if (own === name || formerly.includes(name)) for (const one of [own, ...formerly]) written.delete(one);
    }
    written.set(name, value);
  };
  for (const [variable, value] of Object.entries(environment)) {
    if (value === undefined || !variable.startsWith("PGRST_")) continue;
    const rest = variable.slice("PGRST_".length).toLowerCase();
    const app = /^app[_.]settings[_.](.+)$/.exec(rest)?.[1];
    put(app === undefined ? rest.replaceAll("_", "-") : `app.settings.${app}`, value);
  }
  for (const [name, value] of database ?? []) put(name, value);
  return written;
}

function readFrom(setting: Setting<unknown>, written: string): ReturnType<Setting<unknown>["read"]> {
  if (setting.fromFile !== true || !written.startsWith("@")) return setting.read(written);
  const path = written.slice(1);
  try {
    return setting.read(readFileSync(path, "utf8").replace(/\r?\n$/, ""));
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return { problem: `names a file that cannot be read: ${cause.message}` };
  }
}

/** What the verifier of tokens has against a secret or a path; null for nothing. */
function secretProblem(secret: string | null, secretIsBase64: boolean, roleClaimKey: string): string | null {
  try {
    createAuthenticator({ secret, secretIsBase64, roleClaimKey, anonymousRole: null });
    return null;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return `cannot be used: ${cause.message}`;
  }
}
