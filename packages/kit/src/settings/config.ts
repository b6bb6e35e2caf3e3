/**
 * Every setting of the service, once: its name, its kind, its default and a sentence about it, from which `--help` and
 * the documents follow. Precedence: flag, environment, `.env`, default. All problems are reported before anything starts.
 */
import { join, resolve } from "node:path";
import { isWritten, readCatalogue, settingsOf } from "./catalogue.ts";
import { readDotEnv } from "./dot-env.ts";
import { choice, httpUrl, integer, siteUrl, text } from "./kinds.ts";
import { MESSAGE_SETTINGS } from "./message-settings.ts";
import {
  databaseUrl,
  keeping,
  listenUrl,
  mailAddress,
  processes,
  proxies,
  secret,
  timeOfDay,
} from "./service-kinds.ts";
import type { Setting } from "./setting.ts";

const SETTINGS = {
  databaseUrl: databaseUrl(
    "DATABASE_URL",
    "A PostgreSQL server, 14 or newer; without it an embedded one is started",
  ),
  databaseListenUrl: listenUrl(
    "DATABASE_LISTEN_URL",
    "The server itself, for LISTEN, migrations and backups, when DATABASE_URL is a pooler in transaction mode; none where there is no LISTEN",
  ),
  databaseReplicaUrl: databaseUrl("DATABASE_REPLICA_URL", "A replica of DATABASE_URL's server, for reads"),
  dataDir: text(
    "WAKELOG_DATA_DIR",
    "./data",
    "Embedded cluster, generated secrets, how far imports came, files that people take along",
  ),
  apiPort: integer("WAKELOG_API_PORT", 3000, [0, 65535], "Port of the API"),
  webPort: integer("WAKELOG_WEB_PORT", 8080, [0, 65535], "Port of the dashboard"),
  dbPort: integer("WAKELOG_DB_PORT", 5432, [0, 65535], "Port of the embedded PostgreSQL"),
  adminPort: integer("WAKELOG_ADMIN_PORT", 3001, [0, 65535], "Port of operations: /live, /ready, /metrics"),
  host: text("WAKELOG_HOST", "127.0.0.1", "Address that the API and the dashboard listen on"),
  adminHost: text(
    "WAKELOG_ADMIN_HOST",
    "127.0.0.1",
    "Address that operations listen on; anybody who reaches it sees how the service is doing",
  ),
  apiUrl: httpUrl(
    "WAKELOG_API_URL",
    "",
    "The API's address as browsers and boats reach it; when empty, the dashboard asks its own server",
  ),
  webUrl: siteUrl(
    "WAKELOG_WEB_URL",
    "",
    "The dashboard's address, without a path, for links in messages and exports; this machine with the dashboard's port when empty",
  ),
  jwtSecret: secret(
    "WAKELOG_JWT_SECRET",
    "Signs tokens (HS256), at least 32 characters; generated in embedded mode",
  ),
  sessionHours: integer(
    "WAKELOG_SESSION_HOURS",
    1,
    [1, 8760],
    "How long people stay signed in; more, where phones are not shared",
  ),
  passwordMinLength: integer("WAKELOG_PASSWORD_MIN_LENGTH", 8, [1, 512], "Shortest password accepted"),
  rateLimits: choice(
    "WAKELOG_RATE_LIMITS",
    "on",
    ["on", "off"],
    "Limits on requests and sign-ups; those that protect codes stay",
  ),
  aliases: choice("WAKELOG_ALIASES", "on", ["on", "off"], "The names that existing software uses"),
  messengerOpen: choice(
    "WAKELOG_MESSENGER_OPEN",
    "false",
    ["true", "false"],
    "Let anybody ask for a messenger user's token",
  ),
  postgresBin: text(
    "WAKELOG_POSTGRES_BIN",
    null,
    "Folder with initdb and postgres for the embedded server; the npm package's when empty",
  ),
  trustProxy: proxies(
    "WAKELOG_TRUST_PROXY",
    "How many proxies of yours every request comes through; the caller's address is counted from the right of X-Forwarded-For",
  ),
  bodyLimit: integer(
    "WAKELOG_BODY_LIMIT",
    33_554_432,
    [1024, 1_073_741_824],
    "Largest request body after decompression, bytes",
  ),
  rowLimit: integer("WAKELOG_ROW_LIMIT", 50_000, [1, 10_000_000], "Most rows in one POST"),
  maxRows: integer("WAKELOG_MAX_ROWS", 0, [0, 1_000_000], "Most rows in one answer; 0 is no limit"),
  sogLimit: integer(
    "WAKELOG_SOG_LIMIT",
    40,
    [10, 200],
    "Speed over ground in knots from which on a row is refused; fast craft need more",
  ),
  boatDailyBytes: integer(
    "WAKELOG_BOAT_DAILY_BYTES",
    4_294_967_296,
    [1_048_576, Number.MAX_SAFE_INTEGER],
    "Most bytes that a boat stores in a day (UTC); 1 GB of GPX is about 3 GB of rows",
  ),
  boatMaxBytes: integer(
    "WAKELOG_BOAT_MAX_BYTES",
    68_719_476_736,
    [1_048_576, Number.MAX_SAFE_INTEGER],
    "Most bytes that a boat stores in all",
  ),
  minFreeDiskBytes: integer(
    "WAKELOG_MIN_FREE_DISK_BYTES",
    1_000_000_000,
    [0, Number.MAX_SAFE_INTEGER],
    "Free bytes on the disk of the embedded database below which writes are refused",
  ),
  poolSize: integer("WAKELOG_POOL_SIZE", 8, [1, 100], "Database connections for requests"),
  jobLanes: integer(
    "WAKELOG_JOB_LANES",
    3,
    [1, 32],
    "Jobs at once, each on a database connection; there is one more for account mail, and three for alerts",
  ),
  logFormat: choice("WAKELOG_LOG_FORMAT", "pretty", ["pretty", "json"], "How the log is written"),
  logLevel: choice("WAKELOG_LOG_LEVEL", "info", ["info", "debug"], "debug logs every request"),
  ...MESSAGE_SETTINGS,
  nominatimUrl: httpUrl(
    "WAKELOG_NOMINATIM_URL",
    "",
    "Nominatim server that is asked for the names of moorages, which learns where they are; not asked when empty",
  ),
  overpassUrl: httpUrl(
    "WAKELOG_OVERPASS_URL",
    "",
    "Overpass server (the address that queries are posted to) that is asked for harbours near moorages; not asked when empty",
  ),
  privateWebhooks: choice(
    "WAKELOG_PRIVATE_WEBHOOKS",
    "false",
    ["true", "false"],
    "Post messages to addresses in private networks too, for people who run their own services beside this one",
  ),
  backupDir: text("WAKELOG_BACKUP_DIR", "", "Folder of backups; `backups` in the data directory when empty"),
  backupAt: timeOfDay(
    "WAKELOG_BACKUP_AT",
    "Time of day (UTC) at which a backup is taken and verified, like 03:00",
  ),
  backupKeep: keeping(
    "WAKELOG_BACKUP_KEEP",
    "7d 5w 12m",
    "Which scheduled backups stay: the last of each of so many days, weeks and months",
  ),
  operatorMail: mailAddress(
    "WAKELOG_OPERATOR_MAIL",
    "Who is mailed when a scheduled backup fails, through WAKELOG_SMTP_URL",
  ),
  parts: choice(
    "WAKELOG_PARTS",
    "api,web",
    ["api,web", "api", "web"],
    "What this process runs: the API with its worker, the dashboard, or both",
  ),
  processes: processes(
    "WAKELOG_PROCESSES",
    "Processes that answer requests on the same ports, at most 8; auto is one for each core but one, and 1 switches it off",
  ),
} as const;

/** The whole configuration, frozen. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
} & {
  /** Names of the settings that were set explicitly. */
  readonly given: ReadonlySet<string>;
};

const POOLER_UNKNOWN = "DATABASE_LISTEN_URL is for a pooler, whose address DATABASE_URL must be";
const PRIMARY_UNKNOWN = "DATABASE_REPLICA_URL is for a replica of what DATABASE_URL must name";

/** Settings of earlier releases, by which several installations were one service. */
const OF_CELLS: ReadonlySet<string> = new Set(["WAKELOG_CELL", "WAKELOG_CELLS", "WAKELOG_CELL_DATABASE_URL"]);

/** The flag of a setting: `WAKELOG_API_PORT` is `--api-port`. */
function flagOf(name: string): string {
  const words = name.replace(/^WAKELOG_/, "").toLowerCase();
  return `--${words.replaceAll("_", "-")}`;
}

/**
 * Reads the configuration.
 * @param environment `process.env`
 * @param flags values by flag name, e.g. `{ "--api-port": "3100" }`
 * @param directory the folder of `.env`, and the base of relative paths
 * @throws ConfigError with every problem
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ReadonlyMap<string, string> = new Map(),
  directory = process.cwd(),
): Config {
  const file = readDotEnv(resolve(directory, ".env"));
  const writtenFor = (setting: Setting<unknown>) => {
    const { name } = setting;
    const text = flags.get(flagOf(name)) ?? environment[name] ?? file[name];
    return isWritten(setting, text) ? { name, text } : null;
  };
  const values = readCatalogue(
    SETTINGS,
    writtenFor,
    ({ databaseUrl: url, databaseListenUrl: listensTo, databaseReplicaUrl: replicaUrl, jwtSecret }) => [
      ...unknownNames({ ...file, ...environment }, flags),
      ...(url != null && jwtSecret === null
        ? ["WAKELOG_JWT_SECRET must be set when DATABASE_URL is, so that every server signs alike"]
        : []),
      ...(url === null && listensTo !== null ? [POOLER_UNKNOWN] : []),
      ...(url === null && replicaUrl !== null ? [PRIMARY_UNKNOWN] : []),
    ],
  );
  const given = settingsOf(SETTINGS).flatMap((setting) => (writtenFor(setting) === null ? [] : setting.name));
  return Object.freeze({
    ...values,
    dataDir: resolve(directory, values.dataDir),
    backupDir: resolve(directory, values.backupDir || join(values.dataDir, "backups")),
    given: new Set(given),
  });
}

/** Reads the number of processes alone, for the data API, which has settings of its own. @throws ConfigError */
export function readProcesses(environment: Readonly<Record<string, string | undefined>>): number {
  const writtenFor = (setting: Setting<unknown>) => {
    const text = environment[setting.name];
    return isWritten(setting, text) ? { name: setting.name, text } : null;
  };
  return readCatalogue({ processes: SETTINGS.processes }, writtenFor).processes;
}

/** One sentence for each unknown flag and `WAKELOG_` variable, so that a misspelt one is not silently ignored. */
function unknownNames(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set(settingsOf(SETTINGS).map(({ name }) => name));
  const flagNames = new Set([...names].map(flagOf));
  return [
    ...[...flags.keys()]
      .filter((flag) => !flagNames.has(flag))
      .map((flag) => `${flag} is not a flag; see --help`),
    ...Object.keys(environment)
      .filter((name) => name.startsWith("WAKELOG_") && !name.startsWith("WAKELOG_TEST_") && !names.has(name))
      .map((name) =>
        OF_CELLS.has(name)
          ? `${name} makes this installation a cell of several, which no longer exists; docs/adr/0012-cells.md says what to do instead`
          : `${name} is not a setting; see --help for their names`,
      ),
  ];
}

/** The settings as rows for `--help` and the documentation. */
export function describeSettings(): readonly {
  name: string;
  flag: string;
  default: string;
  sentence: string;
}[] {
  return settingsOf(SETTINGS).map(({ name, default: usual, sentence }) => ({
    name,
    flag: flagOf(name),
    default: usual ?? "",
    sentence: sentence ?? "",
  }));
}
