import type { Messages } from "@lingui/core";
import { remember, remembered } from "../offline/remembered.ts";
import { sentencesBy } from "./sentences.ts";
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

interface Catalogs {
  readonly first: Catalog;
  readonly others: Catalog;
  readonly sentences: Catalog | null;
}

/** Each language in separate chunks: words of the first pages, of the others, and the service's sentences. */
const CATALOGS: Record<Language, Catalogs> = {
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

/** A language with the words of the first pages. */
export interface FetchedSpeech extends Speech {
  /** Adds the words of the other pages. Rejects if they cannot be fetched. */
  readonly fetchOthers: () => Promise<void>;
}

/** Loads a language. Rejects if it cannot be fetched. */
export async function fetchSpeech(language: Language): Promise<FetchedSpeech> {
  const { first, others, sentences } = CATALOGS[language];
  const { messages } = await first();
  const add = async (catalog: Catalog) => i18n.load(language, (await catalog()).messages);
  const fetchForms = async (catalog: Catalog) => {
    const [forms] = await Promise.all([import("../server-messages/forms.ts"), add(catalog)]);
    return forms;
  };
  const speech = speechWith(
    language,
    messages,
    sentences === null ? null : sentencesBy(() => fetchForms(sentences)),
  );
  const { i18n } = speech;
  return { ...speech, fetchOthers: () => add(others) };
}

/** Remembers the language on this device. */
export function rememberLanguage(language: Language): void {
  remember(KEY, language);
}
