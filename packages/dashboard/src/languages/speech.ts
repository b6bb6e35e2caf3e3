import { type I18n, type Messages, setupI18n } from "@lingui/core";

/**
 * The current language with its translations, immutable. Components get it from the context of
 * `preferences/display.tsx`, pure functions as an argument.
 */
export interface Speech {
  readonly i18n: I18n;
  /** Forms of the service's sentences; null in English, the service's language. */
  readonly forms: typeof import("../server-messages/forms.ts") | null;
}

/** A language by its ISO 639-1 code, with its translations. */
export function speechWith(language: string, messages: Messages, forms: Speech["forms"]): Speech {
  return { i18n: setupI18n({ locale: language, messages: { [language]: messages } }), forms };
}

/** Without translations, for responses that are read but not shown. */
export const AS_SAID: Speech = speechWith("en", {}, null);
