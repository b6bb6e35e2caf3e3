import type { Resources } from "../generated/api-types.ts";
import { changeRow } from "../request.ts";

/** Writes a person's words on a log; the server never overwrites them. */
export function editLog(id: number, words: Pick<Resources["logbook"], "name" | "notes">): Promise<void> {
  return changeRow("logbook", id, words);
}
