/** A time as PostgreSQL reads it; before and after all times too. */
export function instant(time: number): string {
  if (time === Number.POSITIVE_INFINITY) return "infinity";
  return time === Number.NEGATIVE_INFINITY ? "-infinity" : new Date(time).toISOString();
}
