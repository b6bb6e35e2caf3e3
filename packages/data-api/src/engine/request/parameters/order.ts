/** The `order` parameter. */
import type { OrderTerm } from "../api-request.ts";
import { readField, readJsonPath } from "./json-path.ts";
import { afterName, readName } from "./name.ts";
import { Scanner } from "./scanner.ts";

const DIRECTION = /\.(?:asc|desc)/y;
const NULLS = /\.nulls(?:first|last)/y;
/** The opening parenthesis after a relation, if a column and a closing parenthesis follow. */
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
  const nameEnd = scanner.pos;
  const isRelated = scanner.match(RELATED) !== null;
  const column = isRelated
    ? { relation: name, field: readField(scanner) }
    : { field: { name, path: readJsonPath(scanner) } };
  if (isRelated) scanner.expect(")");
  const columnEnd = scanner.pos;
  const direction = scanner.match(DIRECTION);
  const nulls = scanner.match(NULLS);
  if (!scanner.atEnd && !scanner.sees(",")) {
    if (isRelated) scanner.pos = nameEnd;
    failTerm(scanner, scanner.pos === (isRelated ? nameEnd : columnEnd), nulls !== null);
  }
  return {
    ...column,
    ...(direction === null ? {} : { direction: direction === ".asc" ? "asc" : "desc" }),
    ...(nulls === null ? {} : { nulls: nulls === ".nullsfirst" ? "first" : "last" }),
  };
}

/** Fails, naming what could have followed the column or its direction. */
function failTerm(scanner: Scanner, isAfterColumn: boolean, isComplete: boolean): never {
  if (isComplete && !isAfterColumn) scanner.failEnd('","');
  if (!scanner.take(".")) {
    scanner.failEnd(...(isAfterColumn ? afterName(scanner) : []), "delimiter (.)", '","');
  }
  const nulls = ['"nullsfirst"', '"nullslast"'];
  if (isAfterColumn) scanner.failWord("asc", '"asc"', '"desc"', ...nulls);
  return scanner.failWord("nullsfirst", ...nulls);
}
