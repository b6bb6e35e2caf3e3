/** What a command of the command line is. */

/** A flag of one command's own; settings are not listed with it. */
export interface Flag {
  /** With its dashes: `--token`. */
  readonly name: string;
  /** What its value is, for help; null for a switch, which takes none. */
  readonly value: string | null;
  readonly sentence: string;
}

/** What follows the command's name. */
export interface Arguments {
  readonly words: readonly string[];
  /** The command's own flags that were given; a switch has the value `""`. */
  readonly flags: ReadonlyMap<string, string>;
  /** The settings that were given as flags, for `readConfig`. */
  readonly settings: ReadonlyMap<string, string>;
}

export interface Command {
  readonly name: string;
  /** What stands after the name in help. */
  readonly usage: string;
  readonly sentence: string;
  /** How many words it takes, at least and at most. None if absent. */
  readonly words?: readonly [least: number, most: number];
  /** Its own flags. None if absent. */
  readonly flags?: readonly Flag[];
  /** Whether every setting is a flag of it too. */
  readonly takesSettings: boolean;
  /** @throws UsageError if the arguments make no sense together */
  run(given: Arguments): Promise<void>;
}

/** Arguments that make no sense; the process exits with 64 (EX_USAGE of sysexits.h). */
export class UsageError extends Error {}
