import { i18n, type Messages } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { remember, remembered } from "../offline/remembered.ts";
import { learnForms } from "../server-messages/translated.ts";

/** The languages of the dashboard, each by its own name. */
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
/** Each language is a file of its own, fetched when it is chosen. */
const CATALOGS: Record<Language, () => Promise<{ readonly messages: Messages }>> = {
  en: () => import("./en.po"),
  fr: () => import("./fr.po"),
  es: () => import("./es.po"),
  de: () => import("./de.po"),
  pt: () => import("./pt.po"),
};

/** A language of the dashboard by its code, which may name a country too; null for any other. */
export function languageOf(code: string | null | undefined): Language | null {
  const short = code?.slice(0, 2).toLowerCase() ?? "";
  return short in LANGUAGES ? (short as Language) : null;
}

/** The language chosen on this device; otherwise the first one of the browser's that there is. */
export function wantedLanguage(): Language {
  const wishes = [remembered(KEY), ...navigator.languages];
  return wishes.map(languageOf).find((one) => one !== null) ?? "en";
}

/** Shows the dashboard in a language from now on. English remains if the words cannot be fetched. */
export async function speak(language: Language): Promise<void> {
  const [{ messages }] = await Promise.all([CATALOGS[language](), language === "en" ? null : learnForms()]);
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Shows the dashboard in a language, and remembers it on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  remember(KEY, language);
  await speak(language);
}

/** The language that is shown. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => i18n.on("change", listener),
    () => languageOf(i18n.locale) ?? "en",
  );
}
