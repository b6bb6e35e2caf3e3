/** Parses a command's arguments with `node:util`, with our own error messages. */
import { parseArgs } from "node:util";
import { describeSettings } from "../settings/config.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";

/**
 * Parses a command's arguments; returns null for `-h` or `--help`.
 * @param args the arguments after the command's name
 * @throws UsageError for an unknown flag, a missing or unexpected value, or a wrong number of words
 */
export function readArguments(command: Command, args: readonly string[]): Arguments | null {
  const settingFlags = new Set(command.takesSettings ? describeSettings().map(({ flag }) => flag) : []);
  const ownFlags = new Map((command.flags ?? []).map((flag) => [flag.name, flag]));
  const takesValue = (flag: string) => settingFlags.has(flag) || (ownFlags.get(flag)?.value ?? null) !== null;
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        [...settingFlags, ...ownFlags.keys()].map((flag) => [
          flag.slice(2),
          { type: takesValue(flag) ? ("string" as const) : ("boolean" as const) },
        ]),
      ),
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    tokens: true,
  });
  const flags = new Map<string, string>();
  const settings = new Map<string, string>();
  const words: string[] = [];
  if (tokens.some((token) => token.kind === "option" && token.name === "help")) return null;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName: flag, value, inlineValue } = token;
    if (!settingFlags.has(flag) && !ownFlags.has(flag)) {
      throw new UsageError(`${flag} is not a flag of "wakelog ${command.name}"; ${seeHelp(command)}`);
    }
    if (!takesValue(flag) && value !== undefined) throw new UsageError(`${flag} does not take a value`);
    // A flag in place of a value means that the value was forgotten.
    if (takesValue(flag) && (value === undefined || (inlineValue === false && value.startsWith("-")))) {
      throw new UsageError(`${flag} needs a value: ${flag}=VALUE`);
    }
    (settingFlags.has(flag) ? settings : flags).set(flag, value ?? "");
  }
  const [least, most] = command.words ?? [0, 0];
  if (words.length < least || words.length > most) throw new UsageError(usageOf(command));
  return { words, flags, settings };
}

/** The correct usage of a command, for error messages. */
export function usageOf(command: Command): string {
  return `usage: wakelog ${command.name}${command.usage === "" ? "" : ` ${command.usage}`}; ${seeHelp(command)}`;
}

function seeHelp(command: Command): string {
  return `see "wakelog ${command.name} --help"`;
}
