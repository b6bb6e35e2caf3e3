/** Database addresses in libpq's two forms: a URI, or `host=… user=… dbname=…`. */

/** One `keyword = value` of a connection string. */
const PAIR = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))\s*/y;

/**
 * The address as a URL for the driver; null if the text has neither form.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
 */
export function databaseUrl(text: string): string | null {
  const given = text.trim();
  const parameters = /^postgres(?:ql)?:\/\//.test(given) ? null : keywords(given);
  if (parameters === null && !/^postgres(?:ql)?:\/\//.test(given)) return null;
  // The driver requires a path before the parameters.
  const base =
    parameters === null ? given.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?=\?|$)/, "$1/") : "postgresql:///";
  if (!URL.canParse(base)) return null;
  const url = new URL(base);
  for (const [name, value] of parameters ?? []) url.searchParams.set(name, value);
  const database = url.searchParams.get("dbname");
  if (database !== null) {
    url.searchParams.delete("dbname");
    url.pathname = `/${encodeURIComponent(database)}`;
  }
  // `require` as in libpq: encrypted, but the certificate is not checked.
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

function keywords(text: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < text.length) {
    const [, name, quoted, bare] = PAIR.exec(text) ?? [];
    if (name === undefined) return null;
    found.set(name, (quoted ?? bare ?? "").replace(/\\(.)/gs, "$1"));
  }
  return found;
}
