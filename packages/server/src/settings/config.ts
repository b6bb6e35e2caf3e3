/**
 * The service's configuration, read by the catalogue in `settings.ts`. Precedence: flag, environment, `.env`, default.
 * Reports all problems before anything starts.
 */
import { join, resolve } from "node:path";
import { isWritten, readCatalogue, settingsOf } from "@wakelog/kit/settings/catalogue.ts";
import { readDotEnv } from "@wakelog/kit/settings/dot-env.ts";
import type { Setting } from "@wakelog/kit/settings/setting.ts";
import { TOPICS } from "./settings.ts";

/** The settings of all topics. */
const SETTINGS = {
  ...TOPICS.database,
  ...TOPICS.server,
  ...TOPICS.accounts,
  ...TOPICS.limits,
  ...TOPICS.logbook,
  ...TOPICS.messages,
  ...TOPICS.backups,
};

/** The whole configuration, frozen. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
} & {
  /** Names of the settings that were set explicitly. */
  readonly given: ReadonlySet<string>;
};

const POOLER_UNKNOWN = "DATABASE_LISTEN_URL is for a pooler, whose address DATABASE_URL must be";
const PRIMARY_UNKNOWN = "DATABASE_REPLICA_URL is for a replica of what DATABASE_URL must name";

/** Settings of earlier releases that combined several installations. */
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

/** Reads only the number of processes; the data API has its own settings. @throws ConfigError */
export function readProcesses(environment: Readonly<Record<string, string | undefined>>): number {
  const writtenFor = (setting: Setting<unknown>) => {
    const text = environment[setting.name];
    return isWritten(setting, text) ? { name: setting.name, text } : null;
  };
  return readCatalogue({ processes: SETTINGS.processes }, writtenFor).processes;
}

/** One sentence per unknown flag and `WAKELOG_` variable, so that a misspelt one is not ignored. */
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

/** The settings as rows for `--help` and the documentation, by topic. */
export function describeSettings(): readonly {
  topic: string;
  name: string;
  flag: string;
  default: string;
  sentence: string;
}[] {
  return Object.entries(TOPICS).flatMap(([topic, settings]) =>
    Object.values<Setting<unknown>>(settings).map(({ name, default: usual, sentence }) => ({
      topic,
      name,
      flag: flagOf(name),
      default: usual ?? "",
      sentence: sentence ?? "",
    })),
  );
}
