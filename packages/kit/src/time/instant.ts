/** A time in milliseconds since 1970 in PostgreSQL's syntax, including plus and minus infinity. */
export function instant(time: number): string {
  if (time === Number.POSITIVE_INFINITY) return "infinity";
  return time === Number.NEGATIVE_INFINITY ? "-infinity" : new Date(time).toISOString();
}
