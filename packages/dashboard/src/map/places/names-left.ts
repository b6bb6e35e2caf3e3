import type { MoorageName } from "../../api/places/moorages.ts";
import { isPlace, type Mark, writtenBeside } from "../mark.ts";

/** The moorages whose names are left to write: a name that stands beside a mark already is not written upon it. */
export function namesLeft(moorages: readonly MoorageName[], marks: readonly Mark[]): readonly MoorageName[] {
  const written = new Set<string | null>(marks.filter(isPlace).map(writtenBeside));
  return moorages.filter(({ name }) => !written.has(name));
}
