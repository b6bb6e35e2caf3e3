import type { Resources } from "../generated/api-types.ts";
import { callLater, changeRow, type Written } from "../write.ts";

/**
 * Saves a user's text on a log; the server never overwrites it.
 * @param version of the log when it was read
 */
export function editLog(
  id: number,
  words: Partial<Pick<Resources["logbook"], "name" | "notes">>,
  version: string | null = null,
): Promise<Written> {
  return changeRow("logbook", id, words, version);
}

/** Replaces the tags of a log. */
export function tagLog(id: number, tags: readonly string[]): Promise<void> {
  const observations = JSON.stringify({ tags });
  return callLater("update_logbook_observations_fn", { _id: id, observations }, { resource: "logbook", id });
}
