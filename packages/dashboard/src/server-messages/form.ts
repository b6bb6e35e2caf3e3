/** Sentence templates: English with named holes for values, such as `left the berth at {knots} kn`. */
interface Form {
  /** The template itself, which is also its message id. */
  readonly id: string;
  readonly holes: readonly string[];
  /** The text around and between holes: one more than there are holes. */
  readonly parts: readonly string[];
  /** Number of fixed characters: before the first hole, and in all. */
  readonly beginning: number;
  readonly words: number;
}

const HOLE = /\{(\w+)\}/g;

/** The template with this id. */
function formOf(id: string): Form {
  const parts = id.split(/\{\w+\}/);
  return {
    id,
    holes: [...id.matchAll(HOLE)].map(([, name = ""]) => name),
    parts,
    beginning: parts[0]?.length ?? 0,
    words: parts.join("").length,
  };
}

/** The values between the parts, each as short as possible but not empty; null if the sentence does not match. */
function valuesIn(sentence: string, parts: readonly string[]): readonly string[] | null {
  const [beginning = "", ...others] = parts;
  const ending = others.pop() ?? "";
  const end = sentence.length - ending.length;
  if (!sentence.startsWith(beginning) || !sentence.endsWith(ending)) return null;
  const values: string[] = [];
  let at = beginning.length;
  for (const part of others) {
    const next = sentence.indexOf(part, at + 1);
    if (next < 0) return null;
    values.push(sentence.slice(at, next));
    at = next + part.length;
  }
  if (at >= end) return null;
  return [...values, sentence.slice(at, end)];
}

/** A sentence's template and values. */
export interface Recognized {
  readonly id: string;
  readonly values: readonly (readonly [hole: string, value: string])[];
}

/**
 * Finds the template of a sentence. Where several match, the one with the longest fixed beginning wins, then the one
 * with the most fixed text.
 * @returns a function that returns null for an unknown sentence
 */
export function recognizer(ids: readonly string[]): (sentence: string) => Recognized | null {
  const whole = new Set(ids.filter((id) => !id.includes("{")));
  const forms = ids
    .filter((id) => !whole.has(id))
    .map(formOf)
    .sort((a, b) => b.beginning - a.beginning || b.words - a.words);
  return (sentence) => {
    if (whole.has(sentence)) return { id: sentence, values: [] };
    for (const { id, holes, parts } of forms) {
      const found = valuesIn(sentence, parts);
      if (found !== null) return { id, values: holes.map((hole, at) => [hole, found[at] ?? ""]) };
    }
    return null;
  };
}
