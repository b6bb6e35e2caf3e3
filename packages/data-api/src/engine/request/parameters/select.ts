/** The `select` parameter: columns, embedded resources, aggregates. */
import type { Aggregate, SelectItem } from "../api-request.ts";
import { readJsonPath } from "./json-path.ts";
import { afterName, FIELD_NAME, readName } from "./name.ts";
import { type Depths, Scanner } from "./scanner.ts";

type Embed = Extract<SelectItem, { kind: "embed" }>;

const CAST = /[\p{L}\p{N}_ $]+/uy;
const AGGREGATE = /\.(sum|avg|count|max|min)\(\)/y;
/** Looks ahead: up to two hints, then the parenthesis. */
const HINTED = /(?=(?:!(?:"(?:[^"\\]|\\.)*"|[^"!(),.:]+)){1,2}\()/suy;
const STAR_END = /\s*(?=$|[,)])/y;

/** What an item may begin with. */
const ITEM = ['"..."', FIELD_NAME, '"*"'];
/** What may follow the colon of an alias. */
const ALIASED = ['":"', FIELD_NAME];

/** What is selected by default. */
export const EVERYTHING: readonly SelectItem[] = [{ kind: "star" }];

/** @throws ApiError PGRST100; 400 if embeds are nested deeper than allowed */
export function parseSelect(text: string, depths?: Depths): readonly SelectItem[] {
  const scanner = new Scanner("select parameter", text, depths === undefined ? {} : { depths });
  const items = scanner.list(readSelectItem);
  scanner.expectEnd('","');
  return items;
}

function readSelectItem(scanner: Scanner): SelectItem {
  if (scanner.take("...")) return readEmbed(scanner, readName(scanner), { spread: true });
  if (scanner.sees("*")) {
    scanner.pos += 1;
    if (scanner.match(STAR_END) !== null) return { kind: "star" };
    scanner.fail('","', "end of input");
  }
  let name = readName(scanner, ITEM);
  let alias: { readonly alias?: string } = {};
  if (scanner.sees(":") && !scanner.sees("::")) {
    scanner.pos += 1;
    alias = { alias: name };
    scanner.skipBlanks();
    name = readName(scanner, ALIASED);
  }
  if (name === "count" && scanner.take("()")) return { kind: "count", ...alias, ...readCast(scanner) };
  if (scanner.sees("(") || scanner.match(HINTED) !== null)
    return readEmbed(scanner, name, { ...alias, spread: false });
  const field = { name, path: readJsonPath(scanner) };
  const cast = readCast(scanner);
  const aggregate = readAggregate(scanner);
  if (!isItemEnd(scanner)) {
    const expected = cast.cast === undefined ? [...afterName(scanner), '"::"'] : ["letter", "digit"];
    scanner.failEnd(...expected, '")"', '","');
  }
  return { kind: "column", field, ...alias, ...cast, ...(aggregate === null ? {} : { aggregate }) };
}

function isItemEnd(scanner: Scanner): boolean {
  scanner.skipBlanks();
  return scanner.atEnd ? !scanner.isNested : scanner.sees(",") || scanner.sees(")");
}

function readCast(scanner: Scanner): { readonly cast?: string } {
  if (!scanner.sees(":")) return {};
  if (!scanner.take("::")) scanner.failWord("::", '"::"');
  return { cast: (scanner.match(CAST) ?? scanner.fail("letter", "digit")).trim() };
}

function readAggregate(scanner: Scanner): { readonly name: Aggregate; readonly cast?: string } | null {
  switch (scanner.match(AGGREGATE)) {
    case ".sum()":
      return { name: "sum", ...readCast(scanner) };
    case ".avg()":
      return { name: "avg", ...readCast(scanner) };
    case ".count()":
      return { name: "count", ...readCast(scanner) };
    case ".max()":
      return { name: "max", ...readCast(scanner) };
    case ".min()":
      return { name: "min", ...readCast(scanner) };
    default:
      return null;
  }
}

/** Reads `!hint!inner(items)`, the hint and the kind of join in either order; the first of each counts. */
function readEmbed(scanner: Scanner, relation: string, start: Pick<Embed, "alias" | "spread">): Embed {
  let hint: string | undefined;
  let join: "inner" | "left" | undefined;
  while (scanner.take("!")) {
    const word = readName(scanner);
    if (word === "inner" || word === "left") join ??= word;
    else hint ??= word;
  }
  scanner.expect("(");
  const items = scanner.nested("Embedded resources", scanner.depths.embeds, () => {
    scanner.skipBlanks();
    if (scanner.atEnd) scanner.fail(...ITEM, '")"');
    return scanner.sees(")") ? [] : scanner.list(readSelectItem);
  });
  scanner.expect(")", '","', '")"');
  return {
    kind: "embed",
    relation,
    ...start,
    ...(hint === undefined ? {} : { hint }),
    ...(join === undefined ? {} : { join }),
    items,
  };
}
