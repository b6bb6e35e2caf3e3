/** The command line: finds the command, each of which has a file or folder of its own. */
import { ConfigError } from "../settings/config-error.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { dataApiCommand } from "./data-api.ts";
import { docsCommand } from "./docs/command.ts";
import { eventsCommand } from "./events.ts";
import { commandHelp, help } from "./help.ts";
import { importCommand } from "./import/command.ts";
import { migrateCommand } from "./migrate.ts";
import { refoldCommand } from "./refold.ts";
import { simulateCommand } from "./simulate.ts";
import { startCommand } from "./start.ts";
import { tokenCommand } from "./token.ts";
import { userCommand } from "./user.ts";

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  startCommand,
  simulateCommand,
  importCommand,
  migrateCommand,
  refoldCommand,
  eventsCommand,
  userCommand,
  tokenCommand,
  dataApiCommand,
  docsCommand,
];

/** EX_USAGE and EX_CONFIG of sysexits.h. */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

/** Runs the command that the arguments name; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = "help", ...rest] = args;
  const wantsHelp = ["help", "--help", "-h"].includes(name);
  const commandName = wantsHelp ? rest[0] : name;
  const command = COMMANDS.find((one) => one.name === commandName);
  if (command === undefined) {
    process.stdout.write(help(COMMANDS, commandName ?? null));
    if (commandName !== undefined) process.exitCode = EXIT_USAGE;
    return;
  }
  try {
    const given = wantsHelp ? null : readArguments(command, rest);
    if (given === null) process.stdout.write(commandHelp(command));
    else await command.run(given);
  } catch (error) {
    process.stderr.write(`wakelog ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode =
      error instanceof ConfigError ? EXIT_CONFIG : error instanceof UsageError ? EXIT_USAGE : 1;
  }
}
