/** Finds and runs a command; each has a file or folder of its own. */
import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { commandHelp, help, unknownCommand } from "./help.ts";
import { reasonOf } from "./reason.ts";

/** All commands, in the order of help. Loaded on demand. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["start", async () => (await import("./start/command.ts")).startCommand],
  ["simulate", async () => (await import("./simulate.ts")).simulateCommand],
  ["import", async () => (await import("./import/command.ts")).importCommand],
  ["export", async () => (await import("./leaving/export.ts")).exportCommand],
  ["migrate", async () => (await import("./migrate.ts")).migrateCommand],
  ["backup", async () => (await import("./backups/backup.ts")).backupCommand],
  ["restore", async () => (await import("./backups/restore.ts")).restoreCommand],
  ["check", async () => (await import("./check/command.ts")).checkCommand],
  ["refold", async () => (await import("./refold.ts")).refoldCommand],
  ["thin", async () => (await import("./thin.ts")).thinCommand],
  ["events", async () => (await import("./events.ts")).eventsCommand],
  ["grafana", async () => (await import("./grafana/command.ts")).grafanaCommand],
  ["user", async () => (await import("./user.ts")).userCommand],
  ["token", async () => (await import("./token.ts")).tokenCommand],
  ["data-api", async () => (await import("./data-api.ts")).dataApiCommand],
  ["docs", async () => (await import("./docs/command.ts")).docsCommand],
]);

/** All commands, for help. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all([...COMMANDS.values()].map((load) => load()));
}

/** EX_USAGE and EX_CONFIG of sysexits.h. */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

/** The running command, for errors of its output. */
let current: Command | null = null;

/**
 * Handles failed output: a full disk or a closed pipe. A command that prints has then failed; a service continues
 * without its log.
 */
export function watchOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (cause) => {
    if (current?.serves === true) return;
    process.stderr.write(`wakelog: ${reasonOf(cause)}\n`);
    process.exit(1);
  });
}

/** Runs the command that the arguments name; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = "help", ...rest] = args;
  const wantsHelp = ["help", "--help", "-h"].includes(name);
  const commandName = wantsHelp ? rest[0] : name;
  if (name === "--version") return void process.stdout.write(`${VERSION}\n`);
  if (commandName === undefined) return void process.stdout.write(help(await allCommands()));
  const command = await COMMANDS.get(commandName)?.();
  if (command === undefined) {
    process.stderr.write(unknownCommand(commandName, COMMANDS.keys()));
    process.exitCode = EXIT_USAGE;
    return;
  }
  current = command;
  try {
    const given = wantsHelp ? null : readArguments(command, rest);
    if (given === null) process.stdout.write(commandHelp(command));
    else await command.run(given);
  } catch (error) {
    process.stderr.write(`wakelog ${name}: ${reasonOf(error)}\n`);
    process.exitCode =
      error instanceof ConfigError ? EXIT_CONFIG : error instanceof UsageError ? EXIT_USAGE : 1;
  }
}
