/** Request headers as SQL may see them: all but cookies, which have a place of their own. */
export function visibleHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (headers.cookie === undefined) return headers;
  const { cookie: _, ...visible } = headers;
  return visible;
}
