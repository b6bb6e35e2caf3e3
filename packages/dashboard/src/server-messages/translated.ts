/**
 * What the service says, in the language of the dashboard. The service speaks English, to programs as to people, and keeps
 * such sentences in the logbook. An English sentence is its own code, as with gettext: each form that it can have is the id
 * of a message in `sentences`. What has no form there, and what has no translation, is shown as the service said it.
 */
import { i18n } from "@lingui/core";
import { formatInstant, UTC } from "../units/instant.ts";
import { decimal } from "../units/locale.ts";
import type { recognizer } from "./form.ts";
import { thresholdWords } from "./threshold-words.ts";

type Recognizer = ReturnType<typeof recognizer>;
type Forms = typeof import("./forms.ts");

/** Null until a language needs them. */
let forms: Forms | null = null;

/** Fetches the forms of the service's sentences, before a language is shown that has words for them. */
export async function learnForms(): Promise<void> {
  forms = await import("./forms.ts");
}

/** A sentence of the service, or several with semicolons between them or on lines of their own. */
export function translated(text: string): string {
  if (forms === null) return text;
  const { FORMS, recognized } = forms;
  const parts = FORMS.has(text) ? [text] : text.split(/(; |\n)/);
  return parts.map((part) => inWords(part, recognized) ?? part).join("");
}

/** The name of a place: where it lies from the next town, if it has no name. */
export function placeName<N extends string | null>(name: N): N | string {
  return name === null || forms === null ? name : (inWords(name, forms.recognizedPlace) ?? name);
}

/** Null if it is unknown, or there are no words for it in this language. */
function inWords(text: string, find: Recognizer): string | null {
  if (i18n.locale === "" || i18n.locale === "en") return null;
  const found = find(text);
  if (found === null || i18n.messages[found.id] === undefined) return null;
  const values = found.values.map(([hole, value]) => [
    hole,
    hole === "place" ? value : valueInWords(value, find),
  ]);
  return i18n._(found.id, Object.fromEntries(values));
}

/** A value within a sentence: a number, with its unit or without; a time; words of the service; or anybody's words. */
function valueInWords(value: string, find: Recognizer): string {
  const words = inWords(value, find) ?? inWords(thresholdWords(value), find);
  if (words !== null) return words;
  const number = /^(-?\d+(?:\.(\d+))?)( \S+)?$/.exec(value);
  if (number !== null) {
    const [, figure = "", decimals = "", unit = ""] = number;
    return `${decimal(Number(figure), decimals.length)}${unit}`;
  }
  const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?: UTC|:\d\d(?:\.\d+)?Z)$/.exec(value);
  if (time !== null) return formatInstant(new Date(`${time[1]}T${time[2]}Z`), UTC);
  const listed = value.split(", ");
  return listed.map((one) => inWords(one, find) ?? one).join(", ");
}
