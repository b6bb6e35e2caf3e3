/** The form of sentences: English words with names in braces where the values are, such as `left the berth at {knots} kn`. */
interface Form {
  /** The form itself, which is also the id of its message. */
  readonly id: string;
  readonly holes: readonly string[];
  readonly pattern: RegExp;
  /** How many characters are the same in every sentence of the form: at its beginning, and in all. */
  readonly beginning: number;
  readonly words: number;
}

const HOLE = /\{(\w+)\}/g;

/** The form with this id. */
function formOf(id: string): Form {
  const parts = id.split(/\{\w+\}/);
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return {
    id,
    holes: [...id.matchAll(HOLE)].map(([, name = ""]) => name),
    pattern: new RegExp(`^${literal.join("(.+?)")}$`, "s"),
    beginning: parts[0]?.length ?? 0,
    words: parts.join("").length,
  };
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
    for (const { id, holes, pattern } of forms) {
      const found = pattern.exec(sentence);
      if (found !== null) return { id, values: holes.map((hole, at) => [hole, found[at + 1] ?? ""]) };
    }
    return null;
  };
}
