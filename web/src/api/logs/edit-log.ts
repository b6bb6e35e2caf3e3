import { change } from "../request.ts";

/** Writes a person's words on a log; the server never overwrites them. */
export function editLog(id: number, words: { name: string; notes: string | null }): Promise<void> {
  return change(`/logbook?id=eq.${id}`, words);
}
