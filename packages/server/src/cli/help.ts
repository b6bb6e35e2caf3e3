/** Help, generated from the commands and the settings. */
import { closest } from "@wakelog/data-api/engine/schema/fuzzy.ts";
import { describeSettings } from "../settings/config.ts";
import type { Command } from "./command.ts";

/** The message for an unknown command. */
export function unknownCommand(name: string, commands: Iterable<string>): string {
  const near = closest(name, commands);
  const meant = near === null ? "" : ` Did you mean "${near}"?`;
  return `wakelog: there is no command "${name}".${meant} See: wakelog help\n`;
}

/** General help. */
export function help(commands: readonly Command[]): string {
  return [
    "wakelog: a vessel logbook that needs no repairs",
    "",
    "Commands (see wakelog COMMAND --help for details)",
    ...commands.flatMap((command) => [`  ${callOf(command)}`, `      ${command.sentence}`]),
    "",
    ...settingLines(),
    "",
  ].join("\n");
}

/** Help on one command. */
export function commandHelp(command: Command): string {
  const flags = [
    ...(command.flags ?? []).map(({ name, value, sentence }) => ({
      flag: value === null ? name : `${name} ${value}`,
      sentence,
    })),
    { flag: "-h, --help", sentence: "Show this" },
  ];
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  return [
    callOf(command),
    "",
    command.sentence,
    "",
    "Flags (--flag value or --flag=value)",
    ...flags.map(({ flag, sentence }) => `  ${flag.padEnd(width)}  ${sentence}`),
    "",
    ...(command.takesSettings ? [...settingLines(), ""] : []),
  ].join("\n");
}

function callOf({ name, usage }: Command): string {
  return `wakelog ${name}${usage === "" ? "" : ` ${usage}`}`;
}

function settingLines(): readonly string[] {
  const settings = describeSettings();
  const width = Math.max(...settings.map(({ name }) => name.length));
  return [
    "Settings (as a flag, e.g. --api-port 3100, in the environment, or in .env)",
    ...settings.flatMap(({ topic, name, sentence, default: usual }, i) => [
      ...(topic === settings[i - 1]?.topic ? [] : ["", `  ${topic}`]),
      `    ${name.padEnd(width)}  ${sentence}${usual === "" ? "" : ` [${usual}]`}`,
    ]),
  ];
}
