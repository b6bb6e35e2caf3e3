/** Random select lists with embeds and spreads of every kind, and what a plain program makes of them. */
import type { Random, RandomSchema, Row, Way } from "./random-schema.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

interface Column {
  readonly key: string;
  readonly text: string;
  shown(row: Row): Json;
}

/** One level of a select list. */
export interface Level {
  readonly columns: readonly Column[];
  readonly children: readonly Child[];
}

interface Child {
  readonly way: Way;
  readonly level: Level;
  readonly isSpread: boolean;
  readonly isInner: boolean;
  /** The name of its key and of its parameters. */
  readonly key: string;
  readonly direction: "asc" | "desc";
  readonly least: number | null;
  readonly limit: number | null;
}

const COLUMNS: readonly (readonly [string, (row: Row) => Json])[] = [
  ["id", ({ id }) => id],
  ["a", ({ a }) => a],
  ["n", ({ n }) => n],
  ["n::text", ({ n }) => (n === null ? null : String(n))],
  ["b", ({ b }) => b],
  ["b->x", ({ b }) => b?.x ?? null],
  ["b->>x", ({ b }) => (b === null || b.x === null ? null : String(b.x))],
];

/** @param depth levels below this one */
export function randomLevel(
  schema: RandomSchema,
  table: string,
  random: Random,
  depth: number,
  names = { next: 0 },
): Level {
  const ways = schema.ways.filter(({ from }) => from === table);
  const children: Child[] = [];
  const count = depth === 0 || ways.length === 0 ? 0 : random.below(depth === 3 ? 3 : 4);
  for (let i = 0; i < count; i++) {
    const way = random.of(ways);
    const isSpread = random.chance(0.7);
    // Parameters name a spread by its relation, which must be the only one of that name.
    if (children.some((one) => one.way.name === way.name && (isSpread || one.isSpread))) continue;
    children.push({
      way,
      isSpread,
      isInner: random.chance(0.15),
      key: isSpread ? way.name : `k${names.next++}`,
      direction: random.of(["asc", "desc"]),
      least: random.chance(0.2) ? random.below(3) : null,
      limit: !way.toOne && random.chance(0.2) ? 1 + random.below(3) : null,
      level: randomLevel(schema, way.to, random, depth - 1, names),
    });
  }
  // Sometimes none: then an embed outputs nothing by itself.
  const size = random.chance(0.1) && depth < 3 ? 0 : 1 + random.below(2);
  const columns = Array.from({ length: size }, (): Column => {
    const [text, shown] = random.of(COLUMNS);
    const key = `c${names.next++}`;
    return { key, text: `${key}:${text}`, shown };
  });
  return { columns, children };
}

/** The select list as a request has it. */
export function selectText({ columns, children }: Level): string {
  const embeds = children.map(({ way, isSpread, isInner, key, level }) => {
    const name = isSpread ? `...${way.name}` : `${key}:${way.name}`;
    return `${name}${way.hint}${isInner ? "!inner" : ""}(${selectText(level)})`;
  });
  return [...columns.map(({ text }) => text), ...embeds].join(",");
}

/** The parameters of all levels. */
export function parametersOf({ children }: Level, path: readonly string[] = []): readonly string[] {
  return children.flatMap((child) => {
    const here = [...path, child.key];
    const prefix = here.join(".");
    return [
      ...(child.way.toOne ? [] : [`${prefix}.order=id.${child.direction}`]),
      ...(child.least === null ? [] : [`${prefix}.n=gte.${child.least}`]),
      ...(child.limit === null ? [] : [`${prefix}.limit=${child.limit}`]),
      ...parametersOf(child.level, here),
    ];
  });
}

/** Whether a level has nothing to show. */
const isEmpty = ({ columns, children }: Level): boolean =>
  columns.length === 0 && children.every(({ level }) => isEmpty(level));

/** The rows that a child shows of a row, in order. */
function found(child: Child, row: Row): readonly Row[] {
  const { way, least, limit, direction } = child;
  const all = way.follow(row).filter(({ n }) => least === null || (n !== null && n >= least));
  const shown = all.filter((one) => isShown(child.level, one));
  const sorted = !way.toOne && direction === "desc" ? shown.toReversed() : shown;
  return limit === null ? sorted : sorted.slice(0, limit);
}

/** Whether a row has what its inner embeds require. */
function isShown({ children }: Level, row: Row): boolean {
  return children.every((child) => !child.isInner || found(child, row).length > 0);
}

/** A row as it is shown; null for a row that is missing, as a to-one spread shows it. */
function shownRow({ columns, children }: Level, row: Row | null): JsonObject {
  const entries: [string, Json][] = columns.map(({ key, shown }) => [key, row === null ? null : shown(row)]);
  for (const child of children) {
    const { way, isSpread, key, level } = child;
    if (isEmpty(level)) continue;
    const rows = row === null ? [] : found(child, row);
    const [first = null] = rows;
    if (isSpread && way.toOne) entries.push(...Object.entries(shownRow(level, first)));
    else if (isSpread) {
      const items = rows.map((one) => shownRow(level, one));
      // The keys are those of any row.
      for (const name of Object.keys(shownRow(level, null)))
        entries.push([name, items.map((item) => item[name] ?? null)]);
    } else if (row === null) entries.push([key, null]);
    else if (way.toOne) entries.push([key, first === null ? null : shownRow(level, first)]);
    else entries.push([key, rows.map((one) => shownRow(level, one))]);
  }
  return Object.fromEntries(entries);
}

/** The whole answer. */
export function shownRows(level: Level, rows: readonly Row[]): readonly JsonObject[] {
  return rows.filter((row) => isShown(level, row)).map((row) => shownRow(level, row));
}
