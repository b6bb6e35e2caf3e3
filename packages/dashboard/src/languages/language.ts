import type { Messages } from "@lingui/core";
import { remember, remembered } from "../offline/remembered.ts";

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

/** Fetches words. */
export type Catalog = () => Promise<{ readonly messages: Messages }>;

interface Catalogs {
  readonly first: Catalog;
  readonly others: Catalog;
  readonly sentences: Catalog | null;
}

/** Each language in separate chunks: words of the first pages, of the others, and the service's sentences. */
export const CATALOGS: Readonly<Record<Language, Catalogs>> = {
  en: { first: () => import("./en.po?first"), others: () => import("./en.po?others"), sentences: null },
  fr: {
    first: () => import("./fr.po?first"),
    others: () => import("./fr.po?others"),
    sentences: () => import("./fr.po?sentences"),
  },
  es: {
    first: () => import("./es.po?first"),
    others: () => import("./es.po?others"),
    sentences: () => import("./es.po?sentences"),
  },
  de: {
    first: () => import("./de.po?first"),
    others: () => import("./de.po?others"),
    sentences: () => import("./de.po?sentences"),
  },
  pt: {
    first: () => import("./pt.po?first"),
    others: () => import("./pt.po?others"),
    sentences: () => import("./pt.po?sentences"),
  },
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

/** Remembers the language on this device. */
export function rememberLanguage(language: Language): void {
  remember(KEY, language);
}
