import { displayNames } from "./formatters.ts";

/** The name of a country by its ISO 3166-1 code, in a language; null if there is none. */
export function countryName(code: string | null, language: string): string | null {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return null;
  return displayNames(language, { type: "region", fallback: "none" }).of(code.toUpperCase()) ?? null;
}
