/** Which page an address is of. Pure. */

/** The words of an address that stand where its pattern has names. */
export type Params = Readonly<Record<string, string>>;

/**
 * The words of an address that fits a pattern such as `/log/$id`; null if it does not fit. Names of numbers fit numbers
 * of rows alone.
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

/** Empty if a percent sign encodes nothing. */
function decodedWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}
