import { msg } from "@lingui/core/macro";
import type { Speech } from "../languages/speech.ts";
import { formatDay, inUtc } from "../units/instant.ts";
import { placeName } from "./translated.ts";

/**
 * The name of a log or voyage. A name generated from its places or its day is translated; a name typed by a user is
 * kept.
 * @param from the start's name, as the service has it
 */
export function logName(
  name: string | null,
  from: string | null,
  to: string | null,
  speech: Speech,
): string | null {
  const { i18n, forms } = speech;
  if (name === null || forms === null) return name;
  const [start, end] = [placeName(from, speech), placeName(to, speech)];
  if (start !== null && end !== null && name === `${from} to ${to}`) return i18n._(msg`${start} to ${end}`);
  if (start !== null && name === `From ${from}`) return i18n._(msg`From ${start}`);
  if (end !== null && name === `To ${to}`) return i18n._(msg`To ${end}`);
  const date = /^Log of (\d{1,2} [A-Z][a-z]+ \d{4})$/.exec(name)?.[1];
  if (date === undefined) return name;
  const day = formatDay(new Date(`${date} UTC`), inUtc(speech));
  return i18n._(msg`Log of ${day}`);
}
