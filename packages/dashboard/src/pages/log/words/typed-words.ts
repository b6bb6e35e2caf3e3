/** The draft of a log's words. Pure. */
import type { Resources } from "../../../api/generated/api-types.ts";
import type { Log } from "../../../api/logs/log.ts";
import { namesIn } from "../../../forms/fields.ts";

/** A log's name, notes and tags; tags as typed, separated by commas. */
export interface TypedWords {
  readonly name: string;
  readonly notes: string;
  readonly tags: string;
}

/** The words of a log. */
export function wordsOf({ name, notes, tags }: Pick<Log, keyof TypedWords>): TypedWords {
  return { name: name ?? "", notes: notes ?? "", tags: tags.join(", ") };
}

/** A log with new words. */
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

/** Name and notes as columns; unedited ones are left out. */
export function logColumns({
  name,
  notes,
}: Partial<TypedWords>): Partial<Pick<Resources["logbook"], "name" | "notes">> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(notes === undefined ? {} : { notes: notes === "" ? null : notes }),
  };
}

/** The tags in a comma-separated text, without duplicates. */
export function tagsIn(text: string): readonly string[] {
  return [...new Set(namesIn(text))];
}
