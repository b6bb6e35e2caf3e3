/** Paths inside JSON columns: `->key`, `->>key`, `->0`. */
import type { Field, JsonStep } from "../api-request.ts";
import { FIELD_NAME, readName, readQuotedName } from "./name.ts";
import type { Scanner } from "./scanner.ts";

const INDEX = /-?\d+(?=$|->|::|[.,)])/y;
const KEY = /(?:[^(\-:.,>)"]|-(?!>))(?:[^(\-:.,>)]|-(?!>))*/y;

const NO_STEPS: readonly JsonStep[] = [];

/** Reads a column and the path into it. */
export function readField(scanner: Scanner, expected?: readonly string[]): Field {
  const name = readName(scanner, expected);
  return { name, path: readJsonPath(scanner) };
}

/** Reads the steps that follow; there may be none. */
export function readJsonPath(scanner: Scanner): readonly JsonStep[] {
  if (!scanner.sees("->")) return NO_STEPS;
  const steps: JsonStep[] = [];
  while (scanner.take("->")) {
    const as = scanner.take(">") ? "text" : "json";
    steps.push({ as, key: readKey(scanner) });
  }
  return steps;
}

function readKey(scanner: Scanner): string | number {
  const index = scanner.match(INDEX);
  // Larger numbers cannot be an array index in PostgreSQL, so they can only be keys.
  if (index !== null) return Math.abs(Number(index)) <= 2_147_483_647 ? Number(index) : index;
  const quoted = readQuotedName(scanner);
  if (quoted !== null) return quoted;
  const bare = scanner.match(KEY)?.trim();
  if (bare !== undefined) return bare;
  return scanner.take("-") ? scanner.fail("digit") : scanner.fail('"-"', "digit", FIELD_NAME);
}
