import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { wordsOfKey } from "./key.ts";

/** Tank contents and the like, by the boat's name. */
const OWNERS = {
  Fuel: msg`Fuel`,
  "Fresh water": msg`Fresh water`,
  "Waste water": msg`Waste water`,
  "Black water": msg`Waste water`,
  Solar: msg`Solar`,
} as const;

/** The owner of a measurement, translated if it is the same on every boat; otherwise the boat's own word. */
function titleOf(of: string, i18n: I18n): string {
  const [, name = "", number = ""] = /^(.*?)( \d+)?$/.exec(of) ?? [];
  const words = Object.entries(OWNERS).find(([known]) => known === name)?.[1];
  return words === undefined ? of : i18n._(words) + number;
}

/** A measurement's name in one line: `House · Voltage`. */
function titleOfKey(key: string, i18n: I18n): string {
  const { of, words, ownWord } = wordsOfKey(key);
  const what = words === null ? ownWord : i18n._(words);
  return of === "" ? what : `${titleOf(of, i18n)} · ${what}`;
}

/** The translated owner of a measurement, such as a tank; the measurement's name if it has none. */
export function useOwnerTitle(): (key: string) => string {
  const { i18n } = useLingui();
  return (key) => titleOf(wordsOfKey(key).of, i18n) || titleOfKey(key, i18n);
}

/** The translated name of each measurement. */
export function useKeyTitle(): (key: string) => string {
  const { i18n } = useLingui();
  return (key) => titleOfKey(key, i18n);
}
