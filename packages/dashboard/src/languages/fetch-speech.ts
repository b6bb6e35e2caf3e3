import { CATALOGS, type Catalog, type Language } from "./language.ts";
import { sentencesBy } from "./sentences.ts";
import { type Speech, speechWith } from "./speech.ts";

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
