/** The page's language. */
import { de } from "./de.ts";
import { en, type Words } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

/** The languages by code, each by its own name. */
export const LANGUAGES: Readonly<Record<string, readonly [name: string, words: Words]>> = {
  en: ["English", en],
  de: ["Deutsch", de],
  fr: ["Français", fr],
  es: ["Español", es],
  pt: ["Português", pt],
};

const KEPT = "wakelog-language";

/** The chosen language's code, else the browser's, else English. */
export function language(): string {
  const wanted = [localStorage.getItem(KEPT) ?? "", ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((code) => code in LANGUAGES) ?? "en";
}

/** Chooses a language. */
export function choose(code: string): void {
  localStorage.setItem(KEPT, code);
}

/** A text of the language, with its values. */
export function say(name: keyof Words, values: Readonly<Record<string, string | number>> = {}): string {
  const words = LANGUAGES[language()]?.[1] ?? en;
  return words[name].replaceAll(/\{(\w)\}/g, (_, key) => String(values[key] ?? ""));
}

/** A time in the reader's own words. */
export function when(time: string | number | null): string {
  if (time === null) return say("never");
  return new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "medium" }).format(
    new Date(time),
  );
}

/** An amount of bytes. */
export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  return `${number.format(count / 1000 ** power)} ${units[power] ?? ""}`;
}
