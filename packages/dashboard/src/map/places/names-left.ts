import type { MoorageName } from "../../api/places/moorages.ts";
import { metresBetween } from "../boat/sphere.ts";
import { isPlace, type Mark, writtenBeside } from "../mark.ts";

/** A name beside a boat or flag that is so close would lie under it, or under what is written there. */
const UNDER_M = 250;

/** The moorages to label: without those that have a mark with a name, and those where a boat or flag is. */
export function namesLeft(moorages: readonly MoorageName[], marks: readonly Mark[]): readonly MoorageName[] {
  const written = new Set<string | null>(marks.filter(isPlace).map(writtenBeside));
  const others = marks.filter((mark) => !isPlace(mark));
  return moorages.filter(({ name, latitude, longitude }) => {
    if (written.has(name)) return false;
    if (latitude === null || longitude === null) return true;
    return others.every((mark) => metresBetween(mark, { latitude, longitude }) > UNDER_M);
  });
}
