/** Compares values as JSON. */
import { isRecord } from "./json.ts";

/** Whether two values have the same JSON, ignoring key order and undefined members. */
export function equalJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value: unknown, i) => equalJson(value, other[i]))
    );
  if (!isRecord(one) || !isRecord(other)) return false;
  for (const key in one) if (!equalJson(one[key], other[key])) return false;
  for (const key in other) if (one[key] === undefined && other[key] !== undefined) return false;
  return true;
}
