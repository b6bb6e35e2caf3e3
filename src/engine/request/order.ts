/** The `order` parameter. */
import type { OrderTerm } from "./api-request.ts";
import { readField, readJsonPath } from "./json-path.ts";
import { readName } from "./name.ts";
import { Scanner } from "./scanner.ts";

const DIRECTION = /\.(?:asc|desc)(?=$|[ .,])/y;
const NULLS = /\.nulls(?:first|last)(?=$|[ .,])/y;

/** @throws ApiError PGRST100 */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner("order", text);
  const terms = scanner.list(readTerm);
  scanner.expectEnd('","');
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const name = readName(scanner);
  let term: OrderTerm;
  if (scanner.take("(")) {
    term = { relation: name, field: readField(scanner) };
    scanner.expect(")");
  } else {
    term = { field: { name, path: readJsonPath(scanner) } };
  }
  const direction = scanner.match(DIRECTION);
  if (direction !== null) term = { ...term, direction: direction === ".asc" ? "asc" : "desc" };
  const nulls = scanner.match(NULLS);
  if (nulls !== null) return { ...term, nulls: nulls === ".nullsfirst" ? "first" : "last" };
  const directions = direction === null ? ['"asc"', '"desc"'] : [];
  if (scanner.take(".")) scanner.fail(...directions, '"nullsfirst"', '"nullslast"');
  return term;
}
