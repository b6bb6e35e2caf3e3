import type { Json } from "../generated/api-types.ts";
import { rowsQuestion } from "../question.ts";
import { read } from "../request.ts";
import { rowOf } from "../row.ts";
import { changeRow } from "../write.ts";

/** Which keys the owner chose for monitored values, by the name of the setting. */
export interface KeyMapping {
  readonly id: number;
  /** Everything that is configured: what is chosen is changed, the rest is kept. */
  readonly configuration: Readonly<Record<string, Json>>;
}

/** A value out of a JSON document, checked. */
function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return objectOf(value);
}

function objectOf(value: unknown): Readonly<Record<string, Json>> | null {
  const row = rowOf<object>(value);
  return row === null ? null : Object.fromEntries(row.entries().map(([name, one]) => [name, jsonOf(one)]));
}

/** The boat's configuration; null before its first contact. */
export const keyMappingQuestion = rowsQuestion(
  "metadata",
  { columns: ["id", "configuration"] },
  ([row]): KeyMapping | null =>
    row === undefined
      ? null
      : {
          id: row.id("id"),
          configuration:
            objectOf(Object.fromEntries(row.row<object>("configuration")?.entries() ?? [])) ?? {},
        },
);

/**
 * Reads a monitored value from another key; null for the usual one.
 * @param known as it was shown; what was configured since stays
 */
export async function mapKey(known: KeyMapping, setting: string, key: string | null): Promise<void> {
  const now =
    (await read(keyMappingQuestion, new AbortController().signal).catch(() => null))?.value ?? known;
  const { [setting]: _, ...others } = now.configuration;
  const configuration = key === null ? others : { ...others, [setting]: key };
  await changeRow("metadata", now.id, { configuration });
}
