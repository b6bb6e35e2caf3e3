import { type I18n, type Messages, setupI18n } from "@lingui/core";

/** The forms of the service's sentences. */
export type Forms = Pick<typeof import("../server-messages/forms.ts"), "FORMS" | "recognized">;

/** The service's sentences in a language, fetched when the first one is shown: first pages show none. */
export interface Sentences {
  /** The forms to use now; null until `fetch` resolves, none if they could not be fetched by then. */
  readonly forms: Forms | null;
  /** Resolves when there are forms to use, which takes seconds at most. Never rejects. */
  readonly fetch: () => Promise<void>;
  /** Calls back when they come after `fetch` did without. @returns a function that ends it */
  readonly whenLate: (listener: () => void) => () => void;
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
