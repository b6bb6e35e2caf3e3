/** The words of a log while they are being typed. Pure. */
import type { Resources } from "../../../api/generated/api-types.ts";
import type { Log } from "../../../api/logs/log.ts";
import { namesIn } from "../../../forms/fields.ts";

/** What people write on a log; tags as they are typed, with commas between them. */
export interface TypedWords {
  readonly name: string;
  readonly notes: string;
  readonly tags: string;
}

/** The words of a log. */
export function wordsOf({ name, notes, tags }: Pick<Log, keyof TypedWords>): TypedWords {
  return { name: name ?? "", notes: notes ?? "", tags: tags.join(", ") };
}

/** A log with other words. */
export function withWords<L extends Pick<Log, keyof TypedWords>>(
  log: L,
  { name, notes, tags }: Partial<TypedWords>,
): L {
  return {
    ...log,
    ...(name === undefined ? {} : { name }),
    ...(notes === undefined ? {} : { notes }),
    ...(tags === undefined ? {} : { tags: tagsIn(tags) }),
  };
}

/** The columns in which name and notes are written; what was not typed stays out. */
export function logColumns({
  name,
  notes,
}: Partial<TypedWords>): Partial<Pick<Resources["logbook"], "name" | "notes">> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(notes === undefined ? {} : { notes: notes === "" ? null : notes }),
  };
}

/** Tags as they are typed, with commas between them; none twice. */
export function tagsIn(text: string): readonly string[] {
  return [...new Set(namesIn(text))];
}
