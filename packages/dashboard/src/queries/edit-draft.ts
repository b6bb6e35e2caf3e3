/** What was typed and not saved, as it is kept on the device. Pure. */

/** What may be written about a thing: a value for each field. */
export type Words = object;

/** What was typed into some fields. */
export interface EditDraft<W extends Words> {
  readonly typed: Partial<W>;
  /** The version of the thing when typing began. */
  readonly version: string | null;
}

/** The names of the fields that were typed into. */
export function namesOf<W extends Words>(words: Partial<W>): readonly (keyof W)[] {
  return Object.keys(words) as (keyof W)[];
}

/** What was typed, without fields that have the same value again. */
export function without<W extends Words>(typed: Partial<W>, same: Partial<W>): Partial<W> {
  const rest: Partial<W> = { ...typed };
  for (const name of namesOf(same)) if (rest[name] === same[name]) delete rest[name];
  return rest;
}

/** A draft as text. */
export function draftText<W extends Words>(draft: EditDraft<W>): string {
  return JSON.stringify(draft);
}

/**
 * A draft that was kept as text.
 * @param words as they are now: of the draft, fields of other names and kinds are left out, and what is the same
 * @returns null if nothing is left
 */
export function draftIn<W extends Words>(text: string, words: W): EditDraft<W> | null {
  const kept = objectIn(text);
  const typed = typeof kept?.typed === "object" && kept.typed !== null ? { ...kept.typed } : {};
  const known = Object.entries(typed).filter(([name, value]) => {
    const current: unknown = Object.entries(words).find(([other]) => other === name)?.[1];
    return current !== undefined && (value === null || current === null || typeof value === typeof current);
  });
  // Every field is one of the words, and holds what such a field may hold.
  const rest = without(Object.fromEntries(known) as Partial<W>, words);
  const version = typeof kept?.version === "string" ? kept.version : null;
  return namesOf(rest).length === 0 ? null : { typed: rest, version };
}

function objectIn(text: string): { readonly typed?: unknown; readonly version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
