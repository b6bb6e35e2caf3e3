/** A message, for people and for programs. */
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import type { Track } from "@wakelog/kit/pictures/projection.ts";
import type { FactsByKind, MessageKind, Severity } from "../words/facts.ts";
import type { Words } from "../words/words.ts";

/** What happened, for programs: the body of a webhook (https://www.standardwebhooks.com). */
export interface Structured {
  /** The event type, as in `alert.raised`. */
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Figures in SI units, times in ISO 8601. */
  readonly data: JsonObject;
}

/** What a message holds besides text. */
export interface Particulars {
  readonly severity: Severity | null;
  readonly structured: Structured;
  /** The track of a log, for a picture; or null. */
  readonly track: Track | null;
}

/** A rendered message. */
export interface Message extends Particulars {
  readonly subject: string;
  /** The whole text, with greeting and links. */
  readonly body: string;
  /** What happened, in a self-contained sentence for digests. */
  readonly summary: string;
}

/** A message's recipient and subject. */
export interface Addressed {
  /** First name; null in mail to an unproven address, which may be a stranger's. */
  readonly recipient: string | null;
  /** The boat's name; null if there is none yet. */
  readonly boat: string | null;
  readonly webUrl: string;
}

/** Renders a message. */
export function render<K extends MessageKind>(
  kind: K,
  words: Words,
  { recipient, boat, webUrl }: Addressed,
  facts: FactsByKind[K],
  particulars: Particulars,
): Message {
  const say = words.messages[kind];
  const said = say({ ...facts, boat: boat ?? words.yourBoat, webUrl });
  const parts = [words.hello(recipient), said.text, said.after].filter((part) => part !== "");
  return {
    ...particulars,
    subject: oneLine(said.subject),
    body: clean(`${parts.join("\n\n")}\n`),
    summary: clean(said.text),
  };
}

/** Removes what neither a text column nor mail can hold. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, " ").trim();
}
