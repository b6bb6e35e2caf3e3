/** The rows of a span as samples of the paths that are asked for, so that no more than those is held in memory. */
import type { RowBuffer } from "../buffer/row-buffer.ts";
import type { DatedRow } from "../buffer/rows.ts";
import type { Span } from "./times.ts";

/** The path whose values are positions. */
export const POSITION = "navigation.position";

/** Pages read before other work has its turn. */
const PAGES_AT_ONCE = 5;

/** The values of some paths at an instant, in the order in which they were asked for. */
export interface Sample {
  readonly time: number;
  readonly values: readonly unknown[];
}

/** Calls back with the rows of a span, page by page, and lets other work have its turn. */
export async function eachRow(
  buffer: RowBuffer,
  { from, to }: Span,
  use: (row: DatedRow) => void,
): Promise<void> {
  let pages = 0;
  for (const page of buffer.rows.between(from, to)) {
    for (const row of page) use(row);
    pages += 1;
    if (pages % PAGES_AT_ONCE === 0) await new Promise((done) => setTimeout(done, 0));
  }
}

/** The values of paths in a span, sorted by time; undefined where a row has none. */
export async function samplesOf(buffer: RowBuffer, span: Span, paths: readonly string[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  await eachRow(buffer, span, (row) =>
    samples.push({ time: row.time, values: paths.map((path) => valueIn(buffer, row, path)) }),
  );
  return samples.sort((a, b) => a.time - b.time);
}

/** The paths that have a value in a span, sorted. */
export async function pathsOf(buffer: RowBuffer, span: Span): Promise<string[]> {
  const numbers = new Set<string>();
  let hasPosition = false;
  await eachRow(buffer, span, (row) => {
    for (const number of Object.keys(row.values)) numbers.add(number);
    hasPosition ||= row.latitude !== null;
  });
  const names = [...numbers].flatMap((number) => buffer.paths.nameOf(Number(number)) ?? []);
  return [...names, ...(hasPosition ? [POSITION] : [])].sort();
}

/** The value of a path in a row; undefined without one. Positions are [longitude, latitude]. */
function valueIn(buffer: RowBuffer, row: DatedRow, path: string): unknown {
  if (path === POSITION) {
    return row.longitude === null || row.latitude === null ? undefined : [row.longitude, row.latitude];
  }
  const isMax = path.endsWith(":max");
  const number = buffer.paths.numberOf(isMax ? path.slice(0, -4) : path);
  if (number === undefined) return undefined;
  return isMax ? row.facts?.max?.[number] : (row.values[number] ?? undefined);
}
