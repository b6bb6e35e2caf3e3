import type { Messages } from "@lingui/core";
import { remember, remembered } from "../offline/remembered.ts";
import { type Speech, speechWith } from "./speech.ts";

/** The dashboard's languages, by their own names. */
export const LANGUAGES = {
  en: "English",
  fr: "Français",
  es: "Español",
  de: "Deutsch",
  pt: "Português",
} as const;

/** ISO 639-1. */
export type Language = keyof typeof LANGUAGES;

const KEY = "wakelog.language";
/** Each language is a separate chunk, fetched when chosen. */
const CATALOGS: Record<Language, () => Promise<{ readonly messages: Messages }>> = {
  en: () => import("./en.po"),
  fr: () => import("./fr.po"),
  es: () => import("./es.po"),
  de: () => import("./de.po"),
  pt: () => import("./pt.po"),
};

/** The language for a code, which may include a country; null if unsupported. */
export function languageOf(code: string | null | undefined): Language | null {
  const short = code?.slice(0, 2).toLowerCase() ?? "";
  return short in LANGUAGES ? (short as Language) : null;
}

/** The language chosen on this device; otherwise the browser's first supported one. */
export function wantedLanguage(): Language {
  const wishes = [remembered(KEY), ...navigator.languages];
  return wishes.map(languageOf).find((one) => one !== null) ?? "en";
}

/** Loads a language. Rejects if it cannot be fetched. */
export async function fetchSpeech(language: Language): Promise<Speech> {
  const forms = language === "en" ? null : import("../server-messages/forms.ts");
  const [{ messages }, known] = await Promise.all([CATALOGS[language](), forms]);
  return speechWith(language, messages, known);
}

/** Remembers the language on this device. */
export function rememberLanguage(language: Language): void {
  remember(KEY, language);
}
