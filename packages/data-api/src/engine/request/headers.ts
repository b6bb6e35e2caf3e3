/** Request headers as SQL code sees them: all but the cookies, which are passed separately. */
export function visibleHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (headers.cookie === undefined) return headers;
  const { cookie: _, ...visible } = headers;
  return visible;
}
