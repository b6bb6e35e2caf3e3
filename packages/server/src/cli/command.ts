/** A command of the command line. */

/** A flag of a single command; settings are not listed as flags. */
export interface Flag {
  /** With its dashes: `--token`. */
  readonly name: string;
  /** Placeholder of its value in help; null for a switch. */
  readonly value: string | null;
  readonly sentence: string;
}

/** The arguments after the command's name. */
export interface Arguments {
  readonly words: readonly string[];
  /** The command's own flags; a switch has the value `""`. */
  readonly flags: ReadonlyMap<string, string>;
  /** The settings passed as flags, for `readConfig`. */
  readonly settings: ReadonlyMap<string, string>;
}

export interface Command {
  readonly name: string;
  /** The arguments as help shows them. */
  readonly usage: string;
  readonly sentence: string;
  /** Minimum and maximum of words; none if absent. */
  readonly words?: readonly [least: number, most: number];
  /** Its own flags; none if absent. */
  readonly flags?: readonly Flag[];
  /** Whether it runs until stopped; false if absent. */
  readonly serves?: boolean;
  /** Whether every setting can be passed as a flag. */
  readonly takesSettings: boolean;
  /** @throws UsageError if arguments contradict each other */
  run(given: Arguments): Promise<void>;
}

/** Invalid arguments; the process exits with 64 (EX_USAGE of sysexits.h). */
export class UsageError extends Error {}
