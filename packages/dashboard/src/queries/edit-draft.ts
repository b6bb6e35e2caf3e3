/** Unsaved text as stored on the device. Pure. */

/** The editable fields of something. */
export type Words = object;

/** The text typed into some fields. */
export interface EditDraft<W extends Words> {
  readonly typed: Partial<W>;
  /** The version when typing began. */
  readonly version: string | null;
}

/** The names of the edited fields. */
export function namesOf<W extends Words>(words: Partial<W>): readonly (keyof W)[] {
  return Object.keys(words) as (keyof W)[];
}

/** The edited fields, without those that equal the stored value again. */
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
 * A draft from its stored text.
 * @param words the current values: fields of other names or types, and unchanged ones, are dropped
 * @returns null if nothing is left
 */
export function draftIn<W extends Words>(text: string, words: W): EditDraft<W> | null {
  const kept = objectIn(text);
  const typed = typeof kept?.typed === "object" && kept.typed !== null ? { ...kept.typed } : {};
  const known = Object.entries(typed).filter(([name, value]) => {
    const current: unknown = Object.entries(words).find(([other]) => other === name)?.[1];
    return current !== undefined && (value === null || current === null || typeof value === typeof current);
  });
  // Every field is one of the words, with a value of its type.
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
