import { displayNames } from "./formatters.ts";

/** A country's name by its ISO 3166-1 code; null if unknown. */
export function countryName(code: string | null, language: string): string | null {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return null;
  return displayNames(language, { type: "region", fallback: "none" }).of(code.toUpperCase()) ?? null;
}
