/**
 * Translates the service's messages. The service writes English, for programs and people, and stores such sentences
 * in the logbook. As with gettext, an English sentence is its own key: each template is a message id in `sentences`.
 * Sentences without a template or translation are shown as they are.
 */
import type { Speech } from "../languages/speech.ts";
import { formatInstant, inUtc } from "../units/instant.ts";
import { decimal } from "../units/locale.ts";
import { recognizer } from "./form.ts";
import { PLACES } from "./sentences/places.ts";
import { thresholdWords } from "./threshold-words.ts";

type Recognizer = ReturnType<typeof recognizer>;

const recognizedPlace = recognizer(PLACES.map(({ id }) => id));

/** The sentences of the language are not fetched yet. */
class SentencesMissing extends Error {}

/**
 * Translates a sentence, or several separated by semicolons or lines.
 * @throws SentencesMissing: what reads answers then fetches them, and reads again; components have them by
 *   `useSentences`
 */
export function translated(text: string, speech: Speech): string {
  const { sentences } = speech;
  if (sentences === null) return text;
  if (sentences.forms === null) throw new SentencesMissing();
  const { FORMS, recognized } = sentences.forms;
  const parts = FORMS.has(text) ? [text] : text.split(/(; |\n)/);
  return parts.map((part) => inWords(part, recognized, speech) ?? part).join("");
}

/** A place's name; where it lies from the next town, if it has none. */
export function placeName<N extends string | null>(name: N, speech: Speech): N | string {
  if (name === null || speech.sentences === null) return name;
  return inWords(name, recognizedPlace, speech) ?? name;
}

/** Null if unknown or not translated into this language. */
function inWords(text: string, find: Recognizer, speech: Speech): string | null {
  const { i18n } = speech;
  const found = find(text);
  if (found === null || i18n.messages[found.id] === undefined) return null;
  const values = found.values.map(([hole, value]) => [
    hole,
    hole === "place" ? value : valueInWords(value, find, speech),
  ]);
  return i18n._(found.id, Object.fromEntries(values));
}

/**
 * Translates a value in a sentence: a number with or without a unit, a time, the service's words; user text is kept.
 */
function valueInWords(value: string, find: Recognizer, speech: Speech): string {
  const words = inWords(value, find, speech) ?? inWords(thresholdWords(value), find, speech);
  if (words !== null) return words;
  const number = /^(-?\d+(?:\.(\d+))?)( \S+)?$/.exec(value);
  if (number !== null) {
    const [, figure = "", decimals = "", unit = ""] = number;
    return `${decimal(Number(figure), decimals.length, speech)}${unit}`;
  }
  const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?: UTC|:\d\d(?:\.\d+)?Z)$/.exec(value);
  if (time !== null) return formatInstant(new Date(`${time[1]}T${time[2]}Z`), inUtc(speech));
  const listed = value.split(", ");
  return listed.map((one) => inWords(one, find, speech) ?? one).join(", ");
}

/** Reads what contains sentences, in a language; once they are fetched. */
export async function readIn<T>(speech: Speech, read: (speech: Speech) => T): Promise<T> {
  try {
    return read(speech);
  } catch (thrown) {
    if (!(thrown instanceof SentencesMissing)) throw thrown;
    await speech.sentences?.fetch();
    return read(speech);
  }
}
