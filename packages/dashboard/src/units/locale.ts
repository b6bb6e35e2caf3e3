import { i18n } from "@lingui/core";
import { numberFormat } from "./formatters.ts";

/** The language of dates and numbers: that of the words. English ones are written as at sea: the day first, 24 hours. */
export function locale(): string {
  return i18n.locale === "" || i18n.locale === "en" ? "en-GB" : i18n.locale;
}

/** A number with so many decimals, as the language writes it. */
export function decimal(value: number, digits: number): string {
  return numberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    // What rounds to nought has no sign.
    signDisplay: "negative",
  }).format(value);
}
