import type { MoorageName } from "../../api/places/moorages.ts";
import { isPlace, type Mark, writtenBeside } from "../mark.ts";

/** The moorages to label: without those that have a mark with a name. */
export function namesLeft(moorages: readonly MoorageName[], marks: readonly Mark[]): readonly MoorageName[] {
  const written = new Set<string | null>(marks.filter(isPlace).map(writtenBeside));
  return moorages.filter(({ name }) => !written.has(name));
}
