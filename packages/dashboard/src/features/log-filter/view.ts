import { ALL_LOGS, type LogFilter, type LogSort, SORTS } from "../../api/logbook/find-logs.ts";
import { addressWith } from "../../routing/address.ts";
import { LOGS_PATH } from "../../routing/paths.ts";

/** The logs and the page that the logbook shows. */
export interface LogsView {
  readonly filter: LogFilter;
  readonly sort: LogSort;
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
    sort: SORTS.find((one) => one === query.get("sort")) ?? "date",
    filter: readFilter(query),
  };
}

/** A view as query parameters. */
export function writeView({ filter, sort, page }: LogsView): Readonly<Record<string, string | null>> {
  return {
    ...writeFilter(filter),
    sort: sort === "date" ? null : sort,
    page: page === 1 ? null : page.toString(),
  };
}

/** The address of the logbook's first page with a filter and an order. */
export function logsAddress(filter: Partial<LogFilter>, sort: LogSort = "date"): string {
  return addressWith(LOGS_PATH, writeView({ filter: { ...ALL_LOGS, ...filter }, sort, page: 1 }));
}

/** The days of a year, as part of a filter. */
export function daysOfYear(year: number): Pick<LogFilter, "since" | "until"> {
  const padded = String(year).padStart(4, "0");
  return { since: `${padded}-01-01`, until: `${padded}-12-31` };
}

/** The year whose days a filter has; null for any other days. */
export function yearOfDays({ since, until }: LogFilter): number | null {
  const year = Number(since.slice(0, 4));
  const days = daysOfYear(year);
  return since === days.since && until === days.until ? year : null;
}

/** The address of a page with a filter. */
export function filterAddress(path: string, filter: LogFilter): string {
  return addressWith(path, writeFilter(filter));
}

/** Whether the filter excludes any log. */
export function narrows(filter: LogFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(ALL_LOGS);
}
