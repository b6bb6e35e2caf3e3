/** The `Cookie` header (RFC 6265, section 4.2): `name=value` pairs. */
export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  if (header === undefined || header === "") return {};
  const cookies: [string, string][] = [];
  for (const part of header.split(";")) {
    const mark = part.indexOf("=");
    if (mark > 0) cookies.push([part.slice(0, mark).trim(), part.slice(mark + 1).trim()]);
  }
  return Object.fromEntries(cookies);
}
