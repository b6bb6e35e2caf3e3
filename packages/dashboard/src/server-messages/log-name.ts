import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { formatDay, UTC } from "../units/instant.ts";
import { placeName } from "./translated.ts";

/**
 * The name of a log or a voyage. One that the service made of the places at its ends, or of its day, is said in the language
 * of the dashboard; what people called it stays.
 * @param from the place where it begins, as the service has it
 */
export function logName(name: string | null, from: string | null, to: string | null): string | null {
  if (name === null || i18n.locale === "" || i18n.locale === "en") return name;
  const [start, end] = [placeName(from), placeName(to)];
  if (start !== null && end !== null && name === `${from} to ${to}`) return t`${start} to ${end}`;
  if (start !== null && name === `From ${from}`) return t`From ${start}`;
  if (end !== null && name === `To ${to}`) return t`To ${end}`;
  const date = /^Log of (\d{1,2} [A-Z][a-z]+ \d{4})$/.exec(name)?.[1];
  if (date === undefined) return name;
  const day = formatDay(new Date(`${date} UTC`), UTC);
  return t`Log of ${day}`;
}
