import { type I18n, type Messages, setupI18n } from "@lingui/core";

/**
 * The language that is shown, with all its words. It never changes: another language is another one, which reaches what is drawn
 * through the context of `preferences/display.tsx`, and what is pure as an argument.
 */
export interface Speech {
  readonly i18n: I18n;
  /** The forms of the service's sentences; null in English, which is what the service speaks. */
  readonly forms: typeof import("../server-messages/forms.ts") | null;
}

/** A language by its ISO 639-1 code, with its words. */
export function speechWith(language: string, messages: Messages, forms: Speech["forms"]): Speech {
  return { i18n: setupI18n({ locale: language, messages: { [language]: messages } }), forms };
}

/** As the service speaks, and without words of the dashboard's own: for answers that are read and not shown. */
export const AS_SAID: Speech = speechWith("en", {}, null);
