/**
 * Finds the most likely intended name. Candidates that share letter groups with the given name are ranked by edit
 * distance: the groups find transposed and missing parts, the distance decides.
 */

const LEAST_SCORE = 0.33;
/** Group sizes to try, the stricter one first. */
const GROUP_SIZES = [3, 2];
/** Candidates compared by edit distance: the best by groups. */
const MEASURED = 50;

function simplified(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}, ]+/gu, "");
}

/** Counts each group of `size` letters; the ends of the text are marked. */
function groups(text: string, size: number): Map<string, number> {
  const marked = `-${text}-`.padEnd(size, "-");
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= marked.length; at++) {
    const group = marked.slice(at, at + size);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [group, count] of a) product += count * (b.get(group) ?? 0);
  const length = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return product === 0 ? 0 : product / (length(a) * length(b));
}

/** Levenshtein distance: letters to insert, delete or replace. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** 1 minus the edit distance relative to the longer text, from 0 to 1, ignoring case. */
function similarity(a: string, b: string): number {
  const distance = editDistance(a.toLowerCase(), b.toLowerCase());
  return 1 - distance / Math.max(a.length, b.length, 1);
}

/** Whether the lengths allow it: each extra letter is an edit. */
function mayBeSimilar(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= LEAST_SCORE * Math.max(a.length, b.length);
}

/**
 * The most similar candidate, ignoring case; null if none is similar.
 * @param least how similar it must be, from 0 to 1
 */
export function closest(name: string, candidates: Iterable<string>, least = LEAST_SCORE): string | null {
  const all = [...new Set(candidates)];
  const plain = simplified(name);
  const same = all.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return same;
  for (const size of GROUP_SIZES) {
    const grams = groups(plain, size);
    const ranked = all
      .map((candidate) => {
        return { candidate, score: cosine(grams, groups(simplified(candidate), size)) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MEASURED)
      .filter(({ candidate }) => mayBeSimilar(name, candidate))
      .map(({ candidate }) => ({ candidate, score: similarity(name, candidate) }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score);
    const best = ranked[0];
    if (best !== undefined) return best.candidate;
  }
  return null;
}
