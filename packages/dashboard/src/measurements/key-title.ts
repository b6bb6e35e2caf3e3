import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { wordsOfKey } from "./key.ts";

/** What tanks hold, by the boat's word for it. */
const CONTENTS = {
  Fuel: msg`Fuel`,
  "Fresh water": msg`Fresh water`,
  "Waste water": msg`Waste water`,
  "Black water": msg`Waste water`,
} as const;

/** Of what something is measured, where that is the same for every boat; otherwise the boat's own word. */
function titleOf(of: string, i18n: I18n): string {
  const [, content = "", number = ""] = /^(.*?)( \d+)?$/.exec(of) ?? [];
  const words = Object.entries(CONTENTS).find(([known]) => known === content)?.[1];
  return words === undefined ? of : i18n._(words) + number;
}

/** A measurement's name in one line: `House · Voltage`. */
function titleOfKey(key: string, i18n: I18n): string {
  const { of, words, ownWord } = wordsOfKey(key);
  const what = words === null ? ownWord : i18n._(words);
  return of === "" ? what : `${titleOf(of, i18n)} · ${what}`;
}

/** What a measurement is of, such as a tank, in the language that is shown; its name if it is of nothing. */
export function useOwnerTitle(): (key: string) => string {
  const { i18n } = useLingui();
  return (key) => titleOf(wordsOfKey(key).of, i18n) || titleOfKey(key, i18n);
}

/** The name of each measurement, in the language that is shown. */
export function useKeyTitle(): (key: string) => string {
  const { i18n } = useLingui();
  return (key) => titleOfKey(key, i18n);
}
