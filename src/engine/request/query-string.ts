/** The query as a list of decoded parameters. */

/** A parameter: key and value, decoded. */
export type Parameter = readonly [key: string, value: string];

/** Splits and decodes a query; `+` is a blank, and a parameter without a value is left out. */
export function parseQueryString(query: string): readonly Parameter[] {
  if (query === "") return [];
  const parameters: Parameter[] = [];
  for (const part of query.split("&")) {
    const mark = part.indexOf("=");
    if (mark <= 0 || mark === part.length - 1) continue;
    parameters.push([decode(part.slice(0, mark)), decode(part.slice(mark + 1))]);
  }
  return parameters;
}

/** Splits and decodes a form (`application/x-www-form-urlencoded`), in which empty values count. */
export function parseForm(body: string): readonly Parameter[] {
  return body
    .split("&")
    .filter((part) => part !== "")
    .map((part): Parameter => {
      const mark = part.indexOf("=");
      return mark < 0 ? [decode(part), ""] : [decode(part.slice(0, mark)), decode(part.slice(mark + 1))];
    });
}

/** The parameters sorted by key and encoded again; those of one key keep their order. */
export function canonicalQuery(parameters: readonly Parameter[]): string {
  return [...parameters]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join("&");
}

const RESERVED = /[!'()*]/g;
const LONE = /\p{Surrogate}/gu;

function encode(text: string): string {
  return encodeURIComponent(text.replace(LONE, "\ufffd")).replace(
    RESERVED,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes `+` and percent signs; sequences that are no UTF-8 become replacement characters. */
export function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return decodePercent(spaced);
}

/** Decodes percent signs only, for paths. */
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
