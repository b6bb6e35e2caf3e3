/** The query as a list of decoded parameters. */

/** A parameter: key and value, decoded. */
export type Parameter = readonly [key: string, value: string];

/** A parsed query string. */
export interface QueryString {
  /** Parameters with a value, even an empty one. */
  readonly parameters: readonly Parameter[];
  /** All parameters sorted by key and encoded again; several values of one key are joined by commas. */
  readonly canonical: string;
}

const SEPARATOR = /[&;]/;

/** Splits a query at `&` and `;` and decodes it; `+` is a space, and a key without `=` is ignored. */
export function parseQueryString(query: string): QueryString {
  if (query === "") return { parameters: [], canonical: "" };
  const parameters: Parameter[] = [];
  const all = new Map<string, string>();
  for (const part of query.split(SEPARATOR)) {
    if (part === "") continue;
    const mark = part.indexOf("=");
    const key = decode(mark < 0 ? part : part.slice(0, mark));
    const value = mark < 0 ? "" : decode(part.slice(mark + 1));
    if (mark >= 0) parameters.push([key, value]);
    const before = all.get(key);
    all.set(key, before === undefined ? encode(value) : `${before},${encode(value)}`);
  }
  const canonical = [...all]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${value}`)
    .join("&");
  return { parameters, canonical };
}

/** Splits and decodes a form (`application/x-www-form-urlencoded`), in which empty values count. */
export function parseForm(body: string): readonly Parameter[] {
  return body
    .split(SEPARATOR)
    .filter((part) => part !== "")
    .map((part): Parameter => {
      const mark = part.indexOf("=");
      return mark < 0 ? [decode(part), ""] : [decode(part.slice(0, mark)), decode(part.slice(mark + 1))];
    });
}

const RESERVED = /[!'()*]/g;
const LONE = /\p{Surrogate}/gu;

/** Percent-encodes everything but letters, digits and `-._~`. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(LONE, "\ufffd")).replace(
    RESERVED,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes `+` and percent signs; sequences that are not UTF-8 become replacement characters. */
function decode(text: string): string {
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
