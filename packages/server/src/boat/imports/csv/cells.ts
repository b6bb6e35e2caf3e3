/** Parses numbers and coordinates in tables. */

/** Longer cells are not numbers. */
const LONGEST = 64;

/** A number; the decimal separator may be a comma unless commas separate columns. */
export function decimal(text: string, delimiter: string): number | null {
  if (text.length > LONGEST) return null;
  const plain = delimiter === "," ? text : text.replace(",", ".");
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** Decimal degrees, or `59°50.123'N`, `59 50 7.4 N`, `N 59 50.1`. */
export function coordinate(text: string, delimiter: string): number | null {
  if (text.length > LONGEST) return null;
  const plain = decimal(text, delimiter);
  if (plain !== null) return plain;
  const sides = text.match(/[NSEW]/gi) ?? [];
  const side = sides[0]?.toUpperCase();
  const parts = text
    .replace(/^[NSEW]|[NSEW]$/i, "")
    .split(/[\s°'′"″]/)
    .filter((part) => part !== "");
  if (side === undefined || sides.length > 1 || parts.length === 0 || parts.length > 3) return null;
  if (!parts.every((part) => /^\d+(?:[.,]\d+)?$/.test(part))) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part.replace(",", ".")));
  const value = degrees + minutes / 60 + seconds / 3600;
  return Math.round((side === "S" || side === "W" ? -value : value) * 1e9) / 1e9;
}
