/** The engine's answer without a socket: the last of a request's four stages. */
export interface HttpOutput {
  readonly status: number;
  /** The reason phrase, if SQL code chose one. */
  readonly reason?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: no body, and no Content-Type. */
  readonly body: string | Buffer | null;
  /** Whether to send no header but these, those that HTTP needs, and `nosniff`; default: false. */
  readonly isBare?: boolean;
  /** The caller's role, for the log; absent if unknown. */
  readonly role?: string;
}

export type Header = readonly [name: string, value: string];

/** Merges headers: a name in the later list replaces all earlier occurrences. */
export function overlaid(headers: readonly Header[], others: readonly Header[]): readonly Header[] {
  if (others.length === 0) return headers;
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...others];
}

const PLACES: ReadonlySet<string> = new Set(["location", "content-location"]);

/** The answer as seen from where its caller asked: places on this service get the prefix of the request. */
export function below(prefix: string | undefined, output: HttpOutput): HttpOutput {
  if (prefix === undefined) return output;
  const headers = output.headers.map(
    ([name, value]): Header => [
      name,
      PLACES.has(name.toLowerCase()) && value.startsWith("/") ? `${prefix}${value}` : value,
    ],
  );
  return { ...output, headers };
}
