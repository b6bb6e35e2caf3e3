import { ALL_LOGS, type LogFilter } from "../../api/logbook/find-logs.ts";

/** What the logbook shows: which logs, and which page of them. */
export interface LogsView {
  readonly filter: LogFilter;
  /** From 1. */
  readonly page: number;
}

function day(text: string | null): string {
  const named = text ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(named) && !Number.isNaN(Date.parse(named)) ? named : "";
}

function miles(text: string | null): number | null {
  const number = Number(text ?? "");
  return text === null || text.trim() === "" || !(number >= 0 && number < 100_000) ? null : number;
}

/** Reads it from the query of an address. */
export function readView(query: URLSearchParams): LogsView {
  const [page, way] = [Number(query.get("page") ?? 1), query.get("by")];
  return {
    page: Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1,
    filter: {
      words: query.get("q") ?? "",
      since: day(query.get("from")),
      until: day(query.get("to")),
      tag: query.get("tag") ?? "",
      place: query.get("place") ?? "",
      minNm: miles(query.get("min")),
      maxNm: miles(query.get("max")),
      way: way === "sail" || way === "motor" ? way : null,
    },
  };
}

/** The words of the query that shows it. */
export function writeView({ filter, page }: LogsView): Readonly<Record<string, string | null>> {
  return {
    q: filter.words,
    from: filter.since,
    to: filter.until,
    tag: filter.tag,
    place: filter.place,
    min: filter.minNm?.toString() ?? null,
    max: filter.maxNm?.toString() ?? null,
    by: filter.way,
    page: page === 1 ? null : page.toString(),
  };
}

/** An address with that view. */
export function viewAddress(path: string, view: LogsView): string {
  const words = Object.entries(writeView(view)).flatMap(([name, text]) =>
    text === null || text === "" ? [] : [[name, text]],
  );
  const query = new URLSearchParams(words).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Whether it leaves any log out. */
export function narrows(filter: LogFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(ALL_LOGS);
}
