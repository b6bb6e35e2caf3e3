import { DELIVERY_KINDS } from "./delivery-words.ts";
import { EVENT_GROUPS, type EventGroup } from "./event-words.ts";

/** The page's state in its address: events or messages, and their kind. */
export interface EventsShown {
  readonly view: "happened" | "told";
  /** Null for what happened to the boat. */
  readonly group: EventGroup | null;
  /** The kind of messages; null for all. */
  readonly kind: string | null;
  /** From 1, the newest. */
  readonly page: number;
}

/** A group by name; null if unknown. */
export function groupOf(text: string | null): EventGroup | null {
  const isGroup = (name: string): name is EventGroup => name in EVENT_GROUPS;
  return text !== null && isGroup(text) ? text : null;
}

/** Parses the page's query. */
export function readEvents(query: URLSearchParams): EventsShown {
  const kind = query.get("kind");
  const page = Number(query.get("page"));
  return {
    view: query.get("view") === "told" ? "told" : "happened",
    group: groupOf(kind),
    kind: kind !== null && kind in DELIVERY_KINDS ? kind : null,
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : 1,
  };
}

/** Writes the page's query. */
export function writeEvents({ view, group, kind, page }: EventsShown): Record<string, string> {
  return {
    view: view === "told" ? "told" : "",
    kind: (view === "told" ? kind : group) ?? "",
    page: page === 1 ? "" : String(page),
  };
}
