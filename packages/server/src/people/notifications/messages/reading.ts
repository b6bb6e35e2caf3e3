/** A user's language, units and time zone. */
import { type Language, wordsIn } from "../words/languages.ts";
import type { Words } from "../words/words.ts";
import { type Figures, figuresFor } from "./figures.ts";
import type { UnitChoice } from "./unit-choice.ts";

export interface Reading {
  readonly language: Language;
  readonly units: UnitChoice;
  /** An IANA time zone; null for UTC. */
  readonly zone: string | null;
}

/** A user's texts and figures. */
export interface Speech {
  readonly words: Words;
  readonly figures: Figures;
}

export function speechFor({ language, units, zone }: Reading): Speech {
  const words = wordsIn(language);
  return { words, figures: figuresFor(words, units, zone) };
}
