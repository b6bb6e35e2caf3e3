/** The form of sentences: English words with names in braces where the values are, such as `left the berth at {knots} kn`. */
interface Form {
  /** The form itself, which is also the id of its message. */
  readonly id: string;
  readonly holes: readonly string[];
  /** The words around and between the holes: one more than there are holes. */
  readonly parts: readonly string[];
  /** How many characters are the same in every sentence of the form: at its beginning, and in all. */
  readonly beginning: number;
  readonly words: number;
}

const HOLE = /\{(\w+)\}/g;

/** The form with this id. */
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

/** What stands between the parts, each value as short as can be but not empty; null if the sentence is no such one. */
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

/** A sentence as its form and the values in it. */
export interface Recognized {
  readonly id: string;
  readonly values: readonly (readonly [hole: string, value: string])[];
}

/**
 * Finds the form of a sentence among some. Where several fit, it is the one that begins with the most words of its own, then
 * the one that has the most.
 * @returns a function to null for a sentence of no such form
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
