import type { Json } from "./generated/api-types.ts";

/** The members of a JSON object, of any type. */
export type JsonMembers = Readonly<Record<string, Json>>;

/** Checks that a value is JSON. */
function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return isJsonObject(value) ? membersOf(value) : null;
}

/** Whether a value is a JSON object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of a JSON object; none if it is not an object. */
export function membersOf(value: unknown): JsonMembers {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one)]));
}

/**
 * An object with one member changed.
 * @param change maps the current member to the new one; undefined removes it
 */
export function withMember(
  members: JsonMembers,
  name: string,
  change: (before: Json | undefined) => Json | undefined,
): JsonMembers {
  const { [name]: before, ...others } = members;
  const value = change(before);
  return value === undefined ? others : { ...others, [name]: value };
}

/** Whether two JSON values are equal, ignoring the order of members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return written(one) === written(other);
}

function written(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
