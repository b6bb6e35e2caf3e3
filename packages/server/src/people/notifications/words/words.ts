/** What a language must have for every message. A folder for each language; its sentences are for sailors. */
import type { BotWords } from "./bot-words.ts";
import type { ChannelBeside, FactsByKind, MessageKind, ServiceRule } from "./facts.ts";

/** What a message says in one language. */
export interface Said {
  readonly subject: string;
  /** What happened: it names the boat and stands by itself, because a digest repeats it. */
  readonly text: string;
  /** What to do about it, with addresses; empty if there is nothing to do. */
  readonly after: string;
}

/** One and several: "minute", "minutes". */
export type Counted = readonly [one: string, several: string];

export interface Words {
  /** For numbers, dates and times, as `Intl` takes it. */
  readonly locale: string;
  /** A greeting; the name is null where it may be a stranger's. */
  readonly hello: (name: string | null) => string;
  readonly durations: Readonly<Record<"minute" | "hour" | "day", Counted>>;
  readonly symbols: Readonly<Record<"nauticalMile" | "knot", string>>;
  /** A boat without a name. */
  readonly yourBoat: string;
  readonly rules: Readonly<Record<ServiceRule, string>>;
  readonly channels: Readonly<Record<ChannelBeside, string>>;
  readonly messages: { readonly [K in MessageKind]: (facts: FactsByKind[K] & Common) => Said };
  readonly bot: BotWords;
}

/** Those of the paragraphs that say something. */
export function paragraphs(...some: readonly string[]): string {
  return some.filter((one) => one !== "").join("\n\n");
}

/** What every message may mention. */
export interface Common {
  readonly boat: string;
  /** The dashboard's address. */
  readonly webUrl: string;
}
