/** The engine's answer: one HTTP response without its socket. The last of the values that a request becomes. */
export interface HttpOutput {
  readonly status: number;
  /** The reason phrase, where SQL code chose one. */
  readonly reason?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: no body at all, and no Content-Type. */
  readonly body: string | Buffer | null;
  /** Who was answered, for the log; absent if that is not known. */
  readonly role?: string;
}

export type Header = readonly [name: string, value: string];

/** Headers with others laid over them: one name of the later takes the place of all its earlier ones. */
export function overlaid(headers: readonly Header[], others: readonly Header[]): readonly Header[] {
  if (others.length === 0) return headers;
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...others];
}
