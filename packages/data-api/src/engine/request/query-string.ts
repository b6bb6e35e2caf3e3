/** The query as a list of decoded parameters. */

/** A parameter: key and value, decoded. */
export type Parameter = readonly [key: string, value: string];

/** What separates the parts of a query. */
export const SEPARATOR = /[&;]/;

/** Splits a query and decodes it; `+` is a space. Parameters have a value, even an empty one: a key without `=` is ignored. */
export function parseQueryString(query: string): readonly Parameter[] {
  if (query === "") return [];
  const parameters: Parameter[] = [];
  for (const part of query.split(SEPARATOR)) {
    const mark = part.indexOf("=");
    if (mark >= 0) parameters.push([decode(part.slice(0, mark)), decode(part.slice(mark + 1))]);
  }
  return parameters;
}

/** The query sorted by key and encoded again, for `Content-Location`; values of one key are joined by commas. */
export function canonicalQuery(query: string): string {
  if (query === "") return "";
  const all = new Map<string, string>();
  for (const part of query.split(SEPARATOR)) {
    if (part === "") continue;
    const mark = part.indexOf("=");
    const key = decode(mark < 0 ? part : part.slice(0, mark));
    const value = encode(mark < 0 ? "" : decode(part.slice(mark + 1)));
    const before = all.get(key);
    all.set(key, before === undefined ? value : `${before},${value}`);
  }
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${value}`)
    .join("&");
}

/** Splits and decodes the first parts of a form (`application/x-www-form-urlencoded`), which may have empty values. */
export function parseForm(body: string, mostParts: number): readonly Parameter[] {
  return body
    .split(SEPARATOR, mostParts)
    .filter((part) => part !== "")
    .map((part): Parameter => {
      const mark = part.indexOf("=");
      return mark < 0 ? [decode(part), ""] : [decode(part.slice(0, mark)), decode(part.slice(mark + 1))];
    });
}

const RESERVED = /[!'()*]/g;
const LONE = /\p{Surrogate}/gu;

const UNRESERVED = /^[\w.~-]*$/;

/** Percent-encodes everything but letters, digits and `-._~`. */
export function encode(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text.replace(LONE, "\ufffd")).replace(
    RESERVED,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes `+` and percent signs; sequences that are not UTF-8 become replacement characters. */
export function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return decodePercent(spaced);
}

/** Decodes percent signs only, as in paths. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
    );
  }
}
