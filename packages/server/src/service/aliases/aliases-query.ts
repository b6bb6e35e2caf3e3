/** Translates legacy names in a query: whole words, wherever a query may contain a column. */

/** An own property of a table, because keys from clients may be `constructor` or the like. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Rewrites parameters with legacy names or value formats; the others are unchanged.
 * @param names legacy → current
 * @param filters parsers of filter values, by current column
 */
export function rewriteQuery(
  query: string,
  names: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, (value: string) => string>>,
): string {
  return query
    .split("&")
    .map((pair) => {
      const mark = pair.indexOf("=");
      if (mark <= 0) return pair;
      const sent = [decode(pair.slice(0, mark)), decode(pair.slice(mark + 1))] as const;
      const [key, value] = renameParameter(...sent, names);
      const written = entryOf(filters, key)?.(value) ?? value;
      if (key === sent[0] && written === sent[1]) return pair;
      return `${encodeURIComponent(key)}=${encodeURIComponent(written)}`;
    })
    .join("&");
}

/** Malformed text is left for the engine to refuse. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Parameters that hold lists of names, and those that hold lists of conditions. */
const LISTS: ReadonlySet<string> = new Set(["columns", "order", "on_conflict"]);
const CONDITIONS: ReadonlySet<string> = new Set(["or", "and", "not.or", "not.and"]);

/** A whole word, quoted or not. */
const WORD = /(?<![\w"])"?(\w+)"?(?![\w"])/g;
/** The column at the start of a condition, with the delimiter before it. */
const IN_CONDITION = /([(,]\s*)"?(\w+)"?(?=\.|->)/g;

function renameParameter(
  key: string,
  value: string,
  names: Readonly<Record<string, string>>,
): readonly [string, string] {
  const renamed = (found: string, word: string): string => entryOf(names, word) ?? found;
  if (key === "select") {
    const shown = (found: string, word: string, at: number): string => {
      const ours = entryOf(names, word);
      return ours === undefined ? found : selected(value, found, at, word, ours);
    };
    return [key, value.replace(WORD, shown)];
  }
  if (LISTS.has(key)) return [key, value.replace(WORD, renamed)];
  if (CONDITIONS.has(key)) {
    const inItem = (found: string, before: string, word: string): string => {
      const ours = entryOf(names, word);
      return ours === undefined ? found : `${before}${ours}`;
    };
    return [key, value.replace(IN_CONDITION, inItem)];
  }
  return [key.replace(WORD, renamed), value];
}

/** A legacy column in a selection, returned under its legacy name unless it has an alias. */
function selected(list: string, found: string, at: number, theirs: string, ours: string): string {
  const before = list.slice(0, at);
  const after = list.slice(at + found.length);
  if (before.endsWith("::") || /^:(?!:)/.test(after)) return found;
  return before.endsWith(":") ? ours : `${theirs}:${ours}`;
}
