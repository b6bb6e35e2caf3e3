import type { Speech } from "../languages/speech.ts";
import { numberFormat } from "./formatters.ts";

/** The locale of dates and numbers. English is written as at sea: day first, 24 hours. */
export function locale({ i18n }: Speech): string {
  return i18n.locale === "en" ? "en-GB" : i18n.locale;
}

/** A number with fixed decimals in the language's format. */
export function decimal(value: number, digits: number, speech: Speech): string {
  return numberFormat(locale(speech), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    // No sign for what rounds to zero.
    signDisplay: "negative",
  }).format(value);
}
