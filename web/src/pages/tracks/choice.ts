import type { LogChoice } from "../../api/tracks/sailed.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The choice in an address, in the words that the logbook's own address has. */
export function readChoice(query: URLSearchParams): LogChoice {
  const day = (name: string) => (DAY.test(query.get(name) ?? "") ? (query.get(name) ?? "") : "");
  return { words: query.get("q") ?? "", from: day("from"), to: day("to") };
}

/** The words of an address that has a choice. */
export function writeChoice({ words, from, to }: LogChoice): Readonly<Record<string, string>> {
  return { q: words, from, to };
}

/** An address that shows a choice. */
export function pathOfChoice(path: string, choice: LogChoice): string {
  const words = Object.entries(writeChoice(choice)).filter(([, value]) => value !== "");
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`;
}
