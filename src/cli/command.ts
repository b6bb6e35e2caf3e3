/** What a command is, and how its arguments are read. */

export interface Command {
  readonly name: string;
  /** What stands after the name in help. */
  readonly usage: string;
  readonly sentence: string;
  run(args: readonly string[]): Promise<void>;
}

/** The words given make no sense; exits with 64. */
export class UsageError extends Error {}

/** Words and `--flag value` or `--flag=value` pairs; a flag without a value is `""`. */
export interface Arguments {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

/** Splits a command's arguments; `switches` are the flags that take no value. */
export function readArguments(args: readonly string[], switches: readonly string[] = []): Arguments {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (!arg.startsWith("--")) {
      words.push(arg);
      continue;
    }
    const equals = arg.indexOf("=");
    if (equals > 0) flags.set(arg.slice(0, equals), arg.slice(equals + 1));
    else if (switches.includes(arg)) flags.set(arg, "");
    else {
      const value = args[++i];
      if (value === undefined) throw new UsageError(`${arg} needs a value`);
      flags.set(arg, value);
    }
  }
  return { words, flags };
}
