/**
 * Every setting, once: its name, how it is read, its default and a sentence about it. `--help`, the table in
 * `docs/operations.md` and the environment are all made from this list. Precedence: flag, environment, `.env`,
 * default. All problems are found before anything starts.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

interface Setting<T> {
  readonly name: string;
  /** Shown in help; null where there is none. */
  readonly default: string | null;
  readonly sentence: string;
  readonly secret?: boolean;
  /** The value, or a sentence that says what is wrong. */
  read(text: string): { readonly value: T } | { readonly problem: string };
}

const text = (name: string, fallback: string | null, sentence: string, secret = false): Setting<string> => ({
  name,
  default: fallback,
  sentence,
  secret,
  read: (given) => ({ value: given }),
});

const integer = (
  name: string,
  fallback: number,
  range: readonly [number, number],
  sentence: string,
): Setting<number> => ({
  name,
  default: String(fallback),
  sentence,
  read(given) {
    const value = Number(given);
    return Number.isInteger(value) && value >= range[0] && value <= range[1]
      ? { value }
      : { problem: `must be a whole number from ${range[0]} to ${range[1]}, not "${given}"` };
  },
});

const choice = <T extends string>(
  name: string,
  fallback: T,
  choices: readonly T[],
  sentence: string,
): Setting<T> => ({
  name,
  default: fallback,
  sentence: `${sentence} (${choices.join(", ")})`,
  read(given) {
    const value = choices.find((one) => one === given);
    return value === undefined
      ? { problem: `must be one of ${choices.join(", ")}, not "${given}"` }
      : { value };
  },
});

const secret = (name: string, sentence: string): Setting<string> => ({
  name,
  default: null,
  sentence,
  secret: true,
  read: (given) =>
    given.length >= 32
      ? { value: given }
      : { problem: `must have at least 32 characters; it has ${given.length}` },
});

const databaseUrl = (name: string, sentence: string): Setting<string> => ({
  name,
  default: null,
  sentence,
  secret: true,
  read: (given) =>
    /^postgres(ql)?:\/\//.test(given) && URL.canParse(given)
      ? { value: given }
      : { problem: "must be a URL like postgresql://user:password@host:5432/database" },
});

/** An address without a trailing slash; paths are put behind it. */
const httpUrl = (name: string, fallback: string, sentence: string): Setting<string> => ({
  name,
  default: fallback,
  sentence,
  read: (given) =>
    given === fallback || (/^https?:\/\//.test(given) && URL.canParse(given))
      ? { value: given.replace(/\/+$/, "") }
      : { problem: `must be a URL like ${fallback || "https://log.example.org"}, not "${given}"` },
});

const SETTINGS = {
  databaseUrl: databaseUrl(
    "DATABASE_URL",
    "A PostgreSQL server, 14 or newer; without it an embedded one is started",
  ),
  dataDir: text("WAKELOG_DATA_DIR", "./data", "Embedded cluster, generated secret, backups"),
  apiPort: integer("WAKELOG_API_PORT", 3000, [0, 65535], "Port of the API"),
  webPort: integer("WAKELOG_WEB_PORT", 8080, [0, 65535], "Port of the dashboard"),
  dbPort: integer("WAKELOG_DB_PORT", 5432, [0, 65535], "Port of the embedded PostgreSQL"),
  adminPort: integer("WAKELOG_ADMIN_PORT", 3001, [0, 65535], "Port of operations: /live, /ready, /metrics"),
  host: text("WAKELOG_HOST", "127.0.0.1", "Address that the servers listen on"),
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
  trustProxy: choice(
    "WAKELOG_TRUST_PROXY",
    "off",
    ["on", "off"],
    "Take the caller's address from X-Forwarded-For; only behind a proxy of yours",
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
  smtpUrl: text(
    "WAKELOG_SMTP_URL",
    null,
    "Mail server, smtp://user:password@host:587; without it mail waits in the outbox",
    true,
  ),
  pushUrl: text(
    "WAKELOG_PUSH_URL",
    "https://pushover.net/subscribe/wakelog",
    "Subscription page of the push service",
  ),
  mailFrom: text("WAKELOG_MAIL_FROM", "wakelog@localhost", "Sender of mail"),
  pushToken: text(
    "WAKELOG_PUSH_TOKEN",
    null,
    "This service's token at the push service; none, no push",
    true,
  ),
  pushApiUrl: httpUrl(
    "WAKELOG_PUSH_API_URL",
    "https://api.pushover.net/1/messages.json",
    "Where push messages are posted",
  ),
  messengerToken: text("WAKELOG_MESSENGER_TOKEN", null, "The chat bot's token; none, no messenger", true),
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

type Settings = typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Settings without a default are null when not given. */
type OptionalKey = "databaseUrl" | "jwtSecret" | "postgresBin" | "smtpUrl" | "pushToken" | "messengerToken";

/** The whole configuration, frozen. */
export type Config = {
  readonly [K in keyof Settings]: K extends OptionalKey ? ValueOf<Settings[K]> | null : ValueOf<Settings[K]>;
} & {
  /** Names of the settings that were given, not defaulted. */
  readonly given: ReadonlySet<string>;
};

/** Configuration that cannot be used: every problem at once. The process exits with 78 (EX_CONFIG of sysexits.h). */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `the configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join("\n")}`,
    );
    this.name = "ConfigError";
    this.problems = problems;
  }
}

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
 * @param directory where `.env` and relative paths are
 * @throws ConfigError with every problem
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ReadonlyMap<string, string> = new Map(),
  directory = process.cwd(),
): Config {
  const file = readDotEnv(resolve(directory, ".env"));
  const problems: string[] = [];
  const given = new Set<string>();
  const values: Record<string, unknown> = {};
  const known = new Set(Object.values(SETTINGS).map((setting) => setting.name));
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const written = flags.get(flagOf(setting.name)) ?? environment[setting.name] ?? file.get(setting.name);
    const wanted = written === undefined || written === "" ? setting.default : written;
    if (written !== undefined && written !== "") given.add(setting.name);
    if (wanted === null) {
      values[key] = null;
      continue;
    }
    const outcome = setting.read(wanted);
    if ("problem" in outcome) problems.push(`${setting.name} ${outcome.problem}`);
    else values[key] = outcome.value;
  }
  for (const flag of flags.keys()) {
    if (![...known].some((name) => flagOf(name) === flag)) problems.push(`${flag} is not a flag; see --help`);
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith("WAKELOG_") && !known.has(name) && !name.startsWith("WAKELOG_TEST_")) {
      problems.push(`${name} is not a setting; see --help for their names`);
    }
  }
  if (
    values.databaseUrl != null &&
    values.jwtSecret == null &&
    !problems.some((p) => p.startsWith("WAKELOG_JWT_SECRET"))
  ) {
    problems.push("WAKELOG_JWT_SECRET must be set when DATABASE_URL is, so that every server signs alike");
  }
  if (problems.length > 0) throw new ConfigError(problems);
  values.dataDir = resolve(directory, String(values.dataDir));
  // Each value was read by the setting of its own key, which is what the type says.
  return Object.freeze({ ...values, given }) as unknown as Config;
}

/** The settings as rows for `--help` and the documentation. */
export function describeSettings(): readonly {
  name: string;
  flag: string;
  default: string;
  sentence: string;
}[] {
  return Object.values(SETTINGS).map((setting) => ({
    name: setting.name,
    flag: flagOf(setting.name),
    default: setting.default ?? "",
    sentence: setting.sentence,
  }));
}

function readDotEnv(path: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (!existsSync(path)) return values;
  for (const line of readFileSync(path, "utf8").split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] === undefined) continue;
    values.set(match[1], (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2"));
  }
  return values;
}
