/**
 * All settings of the data API, by PostgREST's names. Precedence: the login role's settings in the database, the
 * environment, the file, the default. All problems are reported at once.
 */

import { isWritten, readCatalogue, settingsOf } from "@wakelog/kit/settings/catalogue.ts";
import { boolean, checked, choice, integer, items, list, text } from "@wakelog/kit/settings/kinds.ts";
import { type Reading, type Setting, setting } from "@wakelog/kit/settings/setting.ts";
import { type AuthenticateConfig, createAuthenticator } from "../engine/caller/caller.ts";
import { RELEASES, releaseOf } from "../engine/release/release.ts";
import { databaseUrl } from "./database-url.ts";

const PORT = [0, 65_535] as const;
/** The longest delay of a timer in Node. */
const SECONDS = [0, 2_147_483] as const;
const COUNT = [1, Number.MAX_SAFE_INTEGER] as const;
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
  dbSchemas: setting("db-schemas", "public", exposedSchemas, { ...db, formerly: ["db-schema"] }),
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
  dbMaxRows: integer("db-max-rows", null, [0, Number.MAX_SAFE_INTEGER], { ...db, formerly: ["max-rows"] }),
  // Not in PostgREST: the release to speak, the basis of estimated counts, and limits.
  protocolRelease: choice("protocol-release", "11", RELEASES, db),
  dbCountEstimates: choice("db-count-estimates", "own", ["own", "planner"], db),
  dbAnswerRows: integer("db-answer-rows", null, COUNT, db),
  dbEmbedRepeats: integer("db-embed-repeats", null, COUNT, db),
  dbPatterns: choice("db-patterns", "any", ["any", "bounded"], db),
  dbErrorTexts: choice("db-error-texts", "full", ["full", "short"], db),
  dbStatementTimeout: integer("db-statement-timeout", null, [1, 2_147_483], db),
  dbAnonStatementTimeout: integer("db-anon-statement-timeout", null, [1, 2_147_483], db),
  dbCallerPool: integer("db-caller-pool", null, [1, 1000], db),
  dbAnonPool: integer("db-anon-pool", null, [1, 1000], db),
  dbPool: integer("db-pool", 10, [0, 1000]),
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
  jwtRoleClaimKey: text("jwt-role-claim-key", ".role", { ...db, formerly: ["role-claim-key"] }),
  clientErrorVerbosity: choice("client-error-verbosity", "verbose", ["verbose", "minimal"], db),
  urlUseLegacyTargetNames: boolean("url-use-legacy-target-names", true, db),
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

/** PostgREST settings without effect here: legacy behaviour, and caches that need no tuning. */
const WITHOUT_EFFECT = new Set([
  "db-use-legacy-gucs",
  "db-pool-automatic-recovery",
  "jwt-cache-max-lifetime",
  "jwt-cache-max-entries",
  "db-hoisted-tx-settings",
  "log-query",
  "server-reuseport",
  "admin-server-host",
  "admin-server-unix-socket",
]);

export type DataApiSettings = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
} & {
  /** Settings for SQL code, available in every transaction, by full name (`app.settings.…`). */
  readonly appSettings: readonly (readonly [string, string])[];
};

/** The sources of settings. */
export interface SettingSources {
  readonly file?: ReadonlyMap<string, string>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The database's settings, by their names in the file. */
  readonly database?: ReadonlyMap<string, string>;
}

export interface ReadSettings {
  readonly settings: DataApiSettings;
  /** One sentence for each unknown name. */
  readonly warnings: readonly string[];
}

/** Settings that the database may contain. */
export const DATABASE_SETTINGS: readonly string[] = settingsOf(SETTINGS)
  .filter(({ inDatabase }) => inDatabase === true)
  .map(({ name }) => name);

/** All settings for the documentation: name, former names, default, and whether the database may set them. */
export function describeDataApiSettings(): readonly Omit<Setting<unknown>, "read" | "unset">[] {
  return settingsOf(SETTINGS);
}

/** @throws ConfigError with every problem */
export function readSettings(sources: SettingSources): ReadSettings {
  const written = gather(sources);
  const writtenFor = (one: Setting<unknown>) => {
    const name = namesOf(one).find((each) => written.has(each)) ?? one.name;
    const given = written.get(name);
    return isWritten(one, given) ? { name, text: given } : null;
  };
  const values = readCatalogue(SETTINGS, writtenFor, (read) => {
    const { serverPort, adminServerPort } = read;
    const shared =
      releaseOf(read.protocolRelease).rules.ownAdminPort && serverPort === adminServerPort && serverPort !== 0
        ? ["admin-server-port must not be the server-port"]
        : [];
    return [...shared, ...tokenProblems(read)];
  });
  const known = new Set(settingsOf(SETTINGS).flatMap(namesOf));
  const others = [...written].filter(([name]) => !known.has(name));
  const isForSql = ([name]: readonly [string, string]) => name.startsWith("app.settings.");
  const warnings = others
    .filter((one) => !isForSql(one) && !WITHOUT_EFFECT.has(one[0]))
    .map(([name]) => `${name} is not a setting and has no effect`);
  if (values.rawMediaTypes.length > 0 && !releaseOf(values.protocolRelease).rules.bareValues)
    warnings.push("raw-media-types has no effect at this protocol release");
  return { settings: Object.freeze({ ...values, appSettings: others.filter(isForSql) }), warnings };
}

/** All names of a setting, newest first. */
function namesOf({ name, formerly = [] }: Setting<unknown>): readonly string[] {
  return [name, ...formerly];
}

/** All settings by name in the file; stronger sources override weaker ones. */
function gather({ file, environment = {}, database }: SettingSources): Map<string, string> {
  const written = new Map(file);
  const put = (name: string, value: string): void => {
    // A former name in a stronger source overrides the current name in a weaker one.
    for (const names of settingsOf(SETTINGS).map(namesOf)) {
      if (names.includes(name)) for (const one of names) written.delete(one);
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

function exposedSchemas(given: string): Reading<readonly string[]> {
  const value = items(given);
  const internal = value.find((name) => name === "pg_catalog" || name === "information_schema");
  if (internal !== undefined) return { problem: `must not contain ${internal}: it is PostgreSQL's own` };
  return value.length === 0 ? { problem: "must name a schema" } : { value };
}

/** Why tokens cannot be verified with these settings, or their roles not be found. */
function tokenProblems(read: Partial<DataApiSettings>): readonly string[] {
  const release = releaseOf(read.protocolRelease);
  const problems: string[] = [];
  const check = (name: string, part: Partial<AuthenticateConfig>): void => {
    try {
      createAuthenticator({ release, secret: null, anonymousRole: null, ...part });
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      problems.push(`${name} cannot be used: ${cause.message}`);
    }
  };
  check("jwt-role-claim-key", { roleClaimKey: read.jwtRoleClaimKey ?? ".role" });
  check("jwt-secret", { secret: read.jwtSecret ?? null, secretIsBase64: read.jwtSecretIsBase64 === true });
  return problems;
}
