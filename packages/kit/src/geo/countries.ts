/** Finds the country of a position on land or in territorial waters, offline. */
import { createRequire } from "node:module";

type CountryCoder = Pick<typeof import("@rapideditor/country-coder"), "iso1A2Code">;

let loaded: CountryCoder | null = null;

/**
 * ISO 3166-1 alpha-2, lower case; a territory's own code if it has one. Null on the high seas. The first call loads the
 * borders (about 0.2 s, 20 MB).
 */
export function countryAt(latitude: number, longitude: number): string | null {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  loaded ??= createRequire(import.meta.url)("@rapideditor/country-coder") as CountryCoder;
  return loaded.iso1A2Code([longitude, latitude], { level: "territory" })?.toLowerCase() ?? null;
}
