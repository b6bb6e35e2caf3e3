/** The `Cookie` header (RFC 6265, section 4.2): `name=value` pairs; a name alone has an empty value. */
export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  if (header === undefined || header === "") return {};
  const cookies: [string, string][] = [];
  for (const part of header.split(";")) {
    const [, name = "", value = ""] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? [];
    if (name.trim() !== "") cookies.push([name.trim(), value.trim()]);
  }
  return Object.fromEntries(cookies);
}
