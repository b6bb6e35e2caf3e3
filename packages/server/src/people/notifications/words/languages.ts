/** The languages of notifications, and which of them a person's preference selects. */
import { DE } from "./de/de.ts";
import { EN } from "./en/en.ts";
import { ES } from "./es/es.ts";
import { FR } from "./fr/fr.ts";
import { PT } from "./pt/pt.ts";
import type { Words } from "./words.ts";

export const LANGUAGES = { en: EN, fr: FR, es: ES, de: DE, pt: PT } as const satisfies Readonly<
  Record<string, Words>
>;
export type Language = keyof typeof LANGUAGES;

/** Countries that clients send in place of a language. */
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
