import type { Speech } from "../languages/speech.ts";
import { numberFormat } from "./formatters.ts";

/** The language of dates and numbers: that of the words. English ones are written as at sea: the day first, 24 hours. */
export function locale({ i18n }: Speech): string {
  return i18n.locale === "en" ? "en-GB" : i18n.locale;
}

/** A number with so many decimals, as the language writes it. */
export function decimal(value: number, digits: number, speech: Speech): string {
  return numberFormat(locale(speech), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    // What rounds to nought has no sign.
    signDisplay: "negative",
  }).format(value);
}
