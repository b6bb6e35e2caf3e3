/** Text of requests and of the database as a part of a header. */

/** Percent-encodes what a header's quoted text cannot carry: anything but printable ASCII, quotes and backslashes. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(/[^\x20-\x7e]|["\\]/gu, encodeURIComponent);
}
