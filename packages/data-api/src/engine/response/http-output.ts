/** The engine's answer: one HTTP response without its socket. The last of the values that a request becomes. */
export interface HttpOutput {
  readonly status: number;
  /** The reason phrase, if SQL code chose one. */
  readonly reason?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: no body, and no Content-Type. */
  readonly body: string | Buffer | null;
  /** The caller's role, for the log; absent if it is not known. */
  readonly role?: string;
}

export type Header = readonly [name: string, value: string];

/** Headers, overridden by others: a name in the later list replaces all its earlier occurrences. */
export function overlaid(headers: readonly Header[], others: readonly Header[]): readonly Header[] {
  if (others.length === 0) return headers;
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...others];
}
