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

type Catalog = () => Promise<{ readonly messages: Messages }>;

/** Each language is two separate chunks, fetched when chosen: words of the first pages, and of the others. */
const CATALOGS: Record<Language, { readonly first: Catalog; readonly others: Catalog }> = {
  en: { first: () => import("./en.po?first"), others: () => import("./en.po?others") },
  fr: { first: () => import("./fr.po?first"), others: () => import("./fr.po?others") },
  es: { first: () => import("./es.po?first"), others: () => import("./es.po?others") },
  de: { first: () => import("./de.po?first"), others: () => import("./de.po?others") },
  pt: { first: () => import("./pt.po?first"), others: () => import("./pt.po?others") },
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

/** A language with the words of the first pages. */
export interface FetchedSpeech extends Speech {
  /** Adds the words of the other pages. Rejects if they cannot be fetched. */
  readonly fetchOthers: () => Promise<void>;
}

/** Loads a language. Rejects if it cannot be fetched. */
export async function fetchSpeech(language: Language): Promise<FetchedSpeech> {
  const { first, others } = CATALOGS[language];
  const forms = language === "en" ? null : import("../server-messages/forms.ts");
  const [{ messages }, known] = await Promise.all([first(), forms]);
  const speech = speechWith(language, messages, known);
  return { ...speech, fetchOthers: async () => speech.i18n.load(language, (await others()).messages) };
}

/** Remembers the language on this device. */
export function rememberLanguage(language: Language): void {
  remember(KEY, language);
}
