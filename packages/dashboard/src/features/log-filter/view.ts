import { ALL_LOGS, type LogFilter } from "../../api/logbook/find-logs.ts";
import { addressWith } from "../../routing/address.ts";

/** The logs and the page that the logbook shows. */
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

/** A row id; null if beyond the database's range. */
function rowNumber(text: string | null): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? "") && Number(text) < 2 ** 31 ? Number(text) : null;
}

/** Parses a filter from a query string. */
export function readFilter(query: URLSearchParams): LogFilter {
  const way = query.get("by");
  return {
    words: query.get("q") ?? "",
    since: day(query.get("from")),
    until: day(query.get("to")),
    tag: query.get("tag") ?? "",
    place: query.get("place") ?? "",
    fromMoorage: rowNumber(query.get("from_moorage")),
    toMoorage: rowNumber(query.get("to_moorage")),
    minNm: miles(query.get("min")),
    maxNm: miles(query.get("max")),
    way: way === "sail" || way === "motor" ? way : null,
  };
}

/** A filter as query parameters. */
export function writeFilter(filter: LogFilter): Readonly<Record<string, string | null>> {
  return {
    q: filter.words,
    from: filter.since,
    to: filter.until,
    tag: filter.tag,
    place: filter.place,
    from_moorage: filter.fromMoorage?.toString() ?? null,
    to_moorage: filter.toMoorage?.toString() ?? null,
    min: filter.minNm?.toString() ?? null,
    max: filter.maxNm?.toString() ?? null,
    by: filter.way,
  };
}

/** Parses a view from a query string. */
export function readView(query: URLSearchParams): LogsView {
  const page = Number(query.get("page") ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1,
    filter: readFilter(query),
  };
}

/** A view as query parameters. */
export function writeView({ filter, page }: LogsView): Readonly<Record<string, string | null>> {
  return { ...writeFilter(filter), page: page === 1 ? null : page.toString() };
}

/** The address of a page with a filter. */
export function filterAddress(path: string, filter: LogFilter): string {
  return addressWith(path, writeFilter(filter));
}

/** Whether the filter excludes any log. */
export function narrows(filter: LogFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(ALL_LOGS);
}
