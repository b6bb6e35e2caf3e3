/** A path with query parameters; empty ones are left out. */
export function addressWith(path: string, words: Readonly<Record<string, string | null>>): string {
  const told = Object.entries(words).flatMap(([name, text]): [string, string][] =>
    text === null || text === "" ? [] : [[name, text]],
  );
  const query = new URLSearchParams(told).toString();
  return path + (query === "" ? "" : `?${query}`);
}
