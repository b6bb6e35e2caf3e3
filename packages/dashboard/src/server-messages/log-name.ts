import { msg } from "@lingui/core/macro";
import type { Speech } from "../languages/speech.ts";
import { formatDay, inUtc } from "../units/instant.ts";
import { placeName } from "./translated.ts";

/** What a log or voyage is named by. */
export interface NameParts {
  /** Null until the log is finished. */
  readonly name: string | null;
  /** Whether the name is its own, and not made of the other parts. */
  readonly named: boolean | null;
  /** Names of start and end, as the service has them. */
  readonly from: string | null;
  readonly to: string | null;
  readonly started: Date | null;
}

/** The name of a log or voyage: its own, or that of its places or its day in the language. */
export function logName(parts: NameParts, speech: Speech): string | null {
  const { name, named, started } = parts;
  const { i18n } = speech;
  if (name === null || named !== false) return name;
  const [start, end] = [placeName(parts.from, speech), placeName(parts.to, speech)];
  if (start !== null && end !== null) return i18n._(msg`${start} to ${end}`);
  if (start !== null) return i18n._(msg`From ${start}`);
  if (end !== null) return i18n._(msg`To ${end}`);
  if (started === null) return name;
  const day = formatDay(started, inUtc(speech));
  return i18n._(msg`Log of ${day}`);
}
