/** The `order` parameter. */
import type { OrderTerm } from "../api-request.ts";
import { readField, readJsonPath } from "./json-path.ts";
import { afterName, readName } from "./name.ts";
import { Scanner } from "./scanner.ts";

const DIRECTION = /\.(?:asc|desc)/y;
const NULLS = /\.nulls(?:first|last)/y;
/** After a relation: a column in parentheses. */
const RELATED = /\((?=(?:"(?:[^"\\]|\\.)*"|[^"(),])+\))/y;

/** @throws ApiError PGRST100 */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner("order", text);
  const terms = scanner.list(readTerm);
  scanner.expectEnd('","');
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const name = readName(scanner);
  const behindName = scanner.pos;
  const isRelated = scanner.match(RELATED) !== null;
  const column = isRelated
    ? { relation: name, field: readField(scanner) }
    : { field: { name, path: readJsonPath(scanner) } };
  if (isRelated) scanner.expect(")");
  const behindColumn = scanner.pos;
  const direction = scanner.match(DIRECTION);
  const nulls = scanner.match(NULLS);
  if (!scanner.atEnd && !scanner.sees(",")) {
    if (isRelated) scanner.pos = behindName;
    failTerm(scanner, scanner.pos === (isRelated ? behindName : behindColumn), nulls !== null);
  }
  return {
    ...column,
    ...(direction === null ? {} : { direction: direction === ".asc" ? "asc" : "desc" }),
    ...(nulls === null ? {} : { nulls: nulls === ".nullsfirst" ? "first" : "last" }),
  };
}

/** Fails with what could have followed a column or its direction. */
function failTerm(scanner: Scanner, isBehindColumn: boolean, isComplete: boolean): never {
  if (isComplete && !isBehindColumn) scanner.failEnd('","');
  if (!scanner.take(".")) {
    scanner.failEnd(...(isBehindColumn ? afterName(scanner) : []), "delimiter (.)", '","');
  }
  const nulls = ['"nullsfirst"', '"nullslast"'];
  if (isBehindColumn) scanner.failWord("asc", '"asc"', '"desc"', ...nulls);
  return scanner.failWord("nullsfirst", ...nulls);
}
