/** The languages of notifications, and their selection by a user's preference. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "@wakelog/kit/version.ts";
import { i18nOf } from "./i18n.ts";
import { type Words, wordsWith } from "./words.ts";

/** Each language's locale for `Intl`. */
export const LANGUAGES = { en: "en-GB", fr: "fr-FR", es: "es-ES", de: "de-DE", pt: "pt-PT" } as const;
export type Language = keyof typeof LANGUAGES;

/** Country codes that clients send instead of a language. */
const MEANT: Readonly<Record<string, Language>> = { gb: "en", uk: "en", us: "en", br: "pt" };

/** The language of `en`, `en-GB`, `pt_BR` or `gb`; English for any other. */
export function languageOf(preference: string | null): Language {
  const first = (preference ?? "").trim().toLowerCase().split(/[-_.]/)[0] ?? "";
  const named = MEANT[first] ?? first;
  return isLanguage(named) ? named : "en";
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

const read = new Map<Language, Words>();

/** The service's texts in a language. Its compiled catalog is read on first use. */
export function wordsIn(language: Language): Words {
  const known = read.get(language);
  if (known !== undefined) return known;
  const file = join(packageRoot(import.meta.url), "dist", "words", `${language}.json`);
  const locale = LANGUAGES[language];
  const words = wordsWith(i18nOf(JSON.parse(readFileSync(file, "utf8")), locale), locale);
  read.set(language, words);
  return words;
}
