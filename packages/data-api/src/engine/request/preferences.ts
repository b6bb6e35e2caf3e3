/** The `Prefer` header (RFC 7240): a comma-separated list of `name=value`; the first of each name counts. */
import type { Rules } from "../release/facts.ts";
import type { Preferences } from "./api-request.ts";

type Known = Omit<Preferences, "invalid">;

/** A preference that later releases no longer know. */
const SINGLE_OBJECT = "params=single-object";

/** The meaning of each preference with a fixed set of values. */
const FIXED: Readonly<Record<string, Known>> = {
  "resolution=merge-duplicates": { resolution: "merge-duplicates" },
  "resolution=ignore-duplicates": { resolution: "ignore-duplicates" },
  "return=minimal": { return: "minimal" },
  "return=headers-only": { return: "headers-only" },
  "return=representation": { return: "representation" },
  [SINGLE_OBJECT]: { parameters: "single-object" },
  "count=exact": { count: "exact" },
  "count=planned": { count: "planned" },
  "count=estimated": { count: "estimated" },
  "tx=commit": { transaction: "commit" },
  "tx=rollback": { transaction: "rollback" },
  "missing=default": { missing: "default" },
  "missing=null": { missing: "null" },
  "handling=strict": { handling: "strict" },
  "handling=lenient": { handling: "lenient" },
};

const NONE: Preferences = { invalid: [] };

/**
 * Reads a `Prefer` header; repeated headers arrive joined by commas.
 * @param rules which preferences are known
 */
export function parsePreferences(
  header: string | undefined,
  rules: Pick<Rules, "singleObject">,
): Preferences {
  if (header === undefined || header === "") return NONE;
  let known: Known = {};
  const invalid: string[] = [];
  for (const part of header.split(",")) {
    const written = part.trim();
    if (written === "") continue;
    const found = written === SINGLE_OBJECT && !rules.singleObject ? null : meaning(written);
    if (found === null) invalid.push(written);
    else known = { ...found, ...known };
  }
  return { ...known, invalid };
}

function meaning(written: string): Known | null {
  const fixed = Object.hasOwn(FIXED, written) ? FIXED[written] : undefined;
  if (fixed !== undefined) return fixed;
  const mark = written.indexOf("=");
  const value = written.slice(mark + 1).trim();
  switch (written.slice(0, Math.max(mark, 0)).trim()) {
    case "timezone":
      return value === "" ? null : { timezone: value };
    case "max-affected":
      return /^\d{1,15}$/.test(value) ? { maxAffected: Number(value) } : null;
    default:
      return null;
  }
}
