/** Help, made from the commands and the list of settings. */
import { describeSettings } from "../config.ts";
import type { Command } from "./command.ts";

/** The help text; `unknown` is a command that does not exist. */
export function help(commands: readonly Command[], unknown: string | null): string {
  const settings = describeSettings();
  const width = Math.max(...settings.map((s) => s.name.length));
  return [
    ...(unknown === null ? [] : [`There is no command "${unknown}".`, ""]),
    "wakelog: a vessel's logbook that nobody has to repair",
    "",
    "Commands",
    ...commands.flatMap((c) => [
      `  wakelog ${c.name}${c.usage === "" ? "" : ` ${c.usage}`}`,
      `      ${c.sentence}`,
    ]),
    "",
    "Settings (as a flag, e.g. --api-port 3100, in the environment, or in .env)",
    ...settings.map(
      (s) => `  ${s.name.padEnd(width)}  ${s.sentence}${s.default === "" ? "" : ` [${s.default}]`}`,
    ),
    "",
  ].join("\n");
}
