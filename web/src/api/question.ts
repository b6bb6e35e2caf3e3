/** One read of the API: where it is asked, and how its answer becomes a value. */
export interface Question<T> {
  readonly path: string;
  /** Whether to ask how many rows there are in all. */
  readonly count: boolean;
  /** Must be the same function for the same kind of question. Throws AnswerShapeError. */
  readonly parse: (body: unknown) => T;
}

/** Joins a resource and its query; values are encoded, undefined ones left out. */
export function pathOf(resource: string, query: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? resource : `${resource}?${parts.join("&")}`;
}

/** A filter that finds the text anywhere in a value; the pattern's own signs lose their meaning. */
export function contains(text: string): string {
  return `ilike.*${text.replace(/[\\%_]/g, "\\$&").replaceAll("*", "_")}*`;
}
