import { type I18n, type Messages, setupI18n } from "@lingui/core";

/** The service's sentences in a language, fetched when the first one is shown: first pages show none. */
export interface Sentences {
  /** Their forms; null until they are fetched. None if they could not be: they stay as the service says them. */
  readonly forms: Pick<typeof import("../server-messages/forms.ts"), "FORMS" | "recognized"> | null;
  /** Fetches them, once. Never rejects. */
  readonly fetch: () => Promise<void>;
}

/**
 * The current language with its translations. Components get it from the context of `preferences/display.tsx`, pure
 * functions as an argument.
 */
export interface Speech {
  readonly i18n: I18n;
  /** Null in English, the service's language. */
  readonly sentences: Sentences | null;
}

/** A language by its ISO 639-1 code, with its translations. */
export function speechWith(language: string, messages: Messages, sentences: Sentences | null): Speech {
  return { i18n: setupI18n({ locale: language, messages: { [language]: messages } }), sentences };
}

/** Without translations, for responses that are read but not shown. */
export const AS_SAID: Speech = speechWith("en", {}, null);
