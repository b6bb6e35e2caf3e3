/** `Content-Range`, and the status that follows from it. */

/** The returned rows, starting at `offset`; `total` is null if not requested. */
export interface Page {
  readonly offset: number;
  readonly rows: number;
  readonly total: number | null;
}

/** `0-9/100`, `*`{@literal /}`100` without rows. */
export function contentRange({ offset, rows, total }: Page): string {
  const from = Math.max(offset, 0);
  const range = rows === 0 ? "*" : `${from}-${from + rows - 1}`;
  return `${range}/${total ?? "*"}`;
}

/** The status of a read or call: 206 if there are more rows than the page contains. */
export function rangeStatus({ rows, total }: Page): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}
