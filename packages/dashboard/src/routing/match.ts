/** Matches paths to routes. Pure. */

/** Parameters of a path. */
export type Params = Readonly<Record<string, string>>;

/**
 * The parameters of a path that matches a pattern such as `/log/$id`; null if it does not. Id parameters match only
 * row ids.
 */
export function paramsIn(pattern: string, pathname: string): Params | null {
  const [names, words] = [pattern.split("/"), pathname.split("/")];
  if (names.length !== words.length) return null;
  const params: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const word = words[index] ?? "";
    if (!name.startsWith("$")) {
      if (name.toLowerCase() !== word.toLowerCase()) return null;
      continue;
    }
    const decoded = decodedWord(word);
    if (decoded === "" || (name === "$id" && !/^[1-9]\d{0,14}$/.test(decoded))) return null;
    params.push([name.slice(1), decoded]);
  }
  return Object.fromEntries(params);
}

/** Empty for an invalid percent encoding. */
function decodedWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}
