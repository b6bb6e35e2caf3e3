/**
 * Every setting of the service, once: its name, its kind, its default and a sentence about it. `--help`, the table in
 * `docs/operations.md` and the environment's names are derived from this list. Precedence: flag, environment, `.env`,
 * default. All problems are reported before anything starts.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { isWritten, readCatalogue, settingsOf } from "./settings/catalogue.ts";
import { checked, choice, httpUrl, integer, text } from "./settings/kinds.ts";
import { type Setting, setting } from "./settings/setting.ts";

const secret = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) => (given.length >= 32 ? null : `must have at least 32 characters; it has ${given.length}`),
    { sentence, secret: true },
  );

const databaseUrl = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) =>
      /^postgres(ql)?:\/\//.test(given) && URL.canParse(given)
        ? null
        : "must be a URL like postgresql://user:password@host:5432/database",
    { sentence, secret: true },
  );

/** A number of proxies; `on` and `true`, which earlier releases accepted, mean one. */
const proxies = (name: string, sentence: string) =>
  setting(
    name,
    0,
    (given) => {
      const count = { on: "1", true: "1", off: "0", false: "0" }[given] ?? given;
      return /^\d$/.test(count)
        ? { value: Number(count) }
        : { problem: `must be the number of proxies, from 0 to 9, not "${given}"` };
    },
    sentence,
  );

const SETTINGS = {
  databaseUrl: databaseUrl(
    "DATABASE_URL",
    "A PostgreSQL server, 14 or newer; without it an embedded one is started",
  ),
  dataDir: text("WAKELOG_DATA_DIR", "./data", "Embedded cluster, generated secrets, how far imports came"),
  apiPort: integer("WAKELOG_API_PORT", 3000, [0, 65535], "Port of the API"),
  webPort: integer("WAKELOG_WEB_PORT", 8080, [0, 65535], "Port of the dashboard"),
  dbPort: integer("WAKELOG_DB_PORT", 5432, [0, 65535], "Port of the embedded PostgreSQL"),
  adminPort: integer("WAKELOG_ADMIN_PORT", 3001, [0, 65535], "Port of operations: /live, /ready, /metrics"),
  host: text("WAKELOG_HOST", "127.0.0.1", "Address that the API and the dashboard listen on"),
  adminHost: text(
    "WAKELOG_ADMIN_HOST",
    "127.0.0.1",
    "Address that operations listen on; whoever reaches it sees how the service is doing",
  ),
  apiUrl: httpUrl(
    "WAKELOG_API_URL",
    "",
    "The API's address as browsers and boats reach it; guessed when empty",
  ),
  webUrl: httpUrl(
    "WAKELOG_WEB_URL",
    "",
    "The dashboard's address, for links in messages and exports; this machine with the dashboard's port when empty",
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
  poolSize: integer("WAKELOG_POOL_SIZE", 8, [1, 100], "Database connections for requests"),
  jobLanes: integer(
    "WAKELOG_JOB_LANES",
    3,
    [1, 32],
    "Jobs at once, each on a database connection; account mail has one more",
  ),
  logFormat: choice("WAKELOG_LOG_FORMAT", "pretty", ["pretty", "json"], "How the log is written"),
  logLevel: choice("WAKELOG_LOG_LEVEL", "info", ["info", "debug"], "debug logs every request"),
  smtpUrl: text("WAKELOG_SMTP_URL", null, {
    sentence: "Mail server, smtp://user:password@host:587; without it mail waits in the outbox",
    secret: true,
  }),
  pushUrl: text(
    "WAKELOG_PUSH_URL",
    "https://pushover.net/subscribe/wakelog",
    "Subscription page of the push service",
  ),
  mailFrom: text("WAKELOG_MAIL_FROM", "wakelog@localhost", "Sender of mail"),
  pushToken: text("WAKELOG_PUSH_TOKEN", null, {
    sentence: "This service's token at the push service; without it no push messages are sent",
    secret: true,
  }),
  pushApiUrl: httpUrl(
    "WAKELOG_PUSH_API_URL",
    "https://api.pushover.net/1/messages.json",
    "Where push messages are posted",
  ),
  messengerToken: text("WAKELOG_MESSENGER_TOKEN", null, {
    sentence: "The chat bot's token; without it no chat messages are sent",
    secret: true,
  }),
  messengerApiUrl: httpUrl(
    "WAKELOG_MESSENGER_API_URL",
    "https://api.telegram.org",
    "Where the chat bot's messages are posted",
  ),
  parts: choice(
    "WAKELOG_PARTS",
    "api,web",
    ["api,web", "api", "web"],
    "What this process runs: the API with its worker, the dashboard, or both",
  ),
} as const;

/** The whole configuration, frozen. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
} & {
  /** Names of the settings that were set explicitly. */
  readonly given: ReadonlySet<string>;
};

/** The flag of a setting: `WAKELOG_API_PORT` is `--api-port`. */
function flagOf(name: string): string {
  return `--${name
    .replace(/^WAKELOG_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;
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
  const values = readCatalogue(SETTINGS, writtenFor, ({ databaseUrl: url, jwtSecret }) => [
    ...unknownNames(environment, flags),
    ...(url != null && jwtSecret === null
      ? ["WAKELOG_JWT_SECRET must be set when DATABASE_URL is, so that every server signs alike"]
      : []),
  ]);
  const given = settingsOf(SETTINGS).filter((setting) => writtenFor(setting) !== null);
  return Object.freeze({
    ...values,
    dataDir: resolve(directory, values.dataDir),
    given: new Set(given.map(({ name }) => name)),
  });
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
      .map((name) => `${name} is not a setting; see --help for their names`),
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

function readDotEnv(path: string): NodeJS.Dict<string> {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}
