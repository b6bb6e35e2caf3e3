import type { LogChoice } from "../../api/tracks/sailed.ts";
import { readChoice, writeChoice } from "../tracks/choice.ts";

/** Which voyages are played: logs by their numbers, or those of a choice. */
export interface Voyages extends LogChoice {
  readonly logs: readonly number[];
}

/** The voyages of an address, such as `?logs=1,2` or `?from=2026-07-01`. */
export function readVoyages(query: URLSearchParams): Voyages {
  const logs = (query.get("logs") ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return { ...readChoice(query), logs: logs.map(Number) };
}

/** The words of such an address. */
export function writeVoyages({ logs, ...choice }: Voyages): Readonly<Record<string, string>> {
  return { logs: logs.join(","), ...writeChoice(choice) };
}
