import { AS_SAID } from "../../languages/speech.ts";
import type { Json } from "../generated/api-types.ts";
import { type JsonMembers, withMember } from "../json.ts";
import { rowsQuestion } from "../question.ts";
import { read } from "../request.ts";
import { changeRow } from "../write.ts";

/** A boat's configuration: settings of the dashboard and of other programs. */
export interface Configuration {
  readonly id: number;
  readonly members: JsonMembers;
}

/** The boat's configuration; null before its first contact. */
export const configurationQuestion = rowsQuestion(
  "metadata",
  { columns: ["id", "configuration"] },
  ([row]): Configuration | null =>
    row === undefined ? null : { id: row.id("id"), members: row.members("configuration") },
);

/**
 * Changes one member of the current configuration; others, including those of other users, are kept.
 * @param change maps the current member to the new one; undefined removes it
 */
export async function configure(
  name: string,
  change: (before: Json | undefined) => Json | undefined,
): Promise<void> {
  const { value: now } = await read(configurationQuestion, new AbortController().signal, AS_SAID);
  if (now === null) return;
  await changeRow("metadata", now.id, { configuration: withMember(now.members, name, change) });
}
