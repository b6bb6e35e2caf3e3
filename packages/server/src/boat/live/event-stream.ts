/**
 * Server-sent events as text.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.5
 */
import type { LiveEvent } from "./hub.ts";

/** Keeps proxies from closing an idle connection. */
export const COMMENT = ":\n\n";

/** An event as text; its data is JSON without line breaks. */
export function written({ id, kind, data }: LiveEvent): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;
}
