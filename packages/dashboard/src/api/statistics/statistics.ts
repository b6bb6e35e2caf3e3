import type { Speech } from "../../languages/speech.ts";
import { placeName, translated } from "../../server-messages/translated.ts";
import { nameIn } from "../logs/log-name.ts";
import { jsonQuestion, type Question } from "../question.ts";
import { numberOf, type Row, requiredRow, textOf } from "../row.ts";

/** The logs that began in a period, and their nautical miles. */
export interface Share {
  readonly logs: number;
  readonly nm: number;
}

/** A day on which logs began: `2026-07-30`. */
export interface DayShare extends Share {
  readonly day: string;
}

/** A year with the nautical miles of each month, from January. */
export interface YearShare extends Share {
  readonly year: number;
  readonly seconds: number;
  readonly months: readonly number[];
  /** Nautical miles up to the day and month of today. */
  readonly toDateNm: number;
}

/** A moorage and how often the boat arrived there. */
export interface Visited {
  readonly id: number;
  readonly name: string | null;
  readonly visits: number;
}

/** A country (ISO 3166-1 alpha-2) or a sea, and the number of logs there. */
export interface Named {
  readonly name: string;
  readonly logs: number;
}

const RECORDS = ["distance", "best_24h_nm", "seconds", "max_speed", "avg_speed", "max_wind_speed"] as const;

/** The unit of a record: nautical miles, seconds or knots. */
export type RecordKind = (typeof RECORDS)[number];

/** A record-holding log. */
export interface BestLog {
  readonly id: number;
  readonly name: string | null;
  readonly started: Date | null;
  readonly value: number;
}

/** The time spent in one kind of stay. */
export interface StayShare {
  readonly code: number;
  readonly stays: number;
  readonly seconds: number;
  readonly nights: number;
}

/** Statistics of one year or of all. Times are UTC; null where unknown. */
export interface Statistics {
  readonly logs: number;
  readonly distanceNm: number | null;
  readonly notRecordedNm: number | null;
  readonly seconds: number | null;
  /** Days on which a log began. */
  readonly days: number;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
  readonly sailingSeconds: number | null;
  readonly motoringSeconds: number | null;
  /** Of all engines; null if not measured, as is the fuel. */
  readonly engineSeconds: number | null;
  readonly fuelLitres: number | null;
  /** The day on which the figures were counted: `2026-07-30`. */
  readonly today: string;
  /** The most visited, most first. */
  readonly places: readonly Visited[];
  /** All years, whichever year is selected. */
  readonly years: readonly YearShare[];
  /** From January, from Monday, from midnight. */
  readonly months: readonly Share[];
  readonly weekdays: readonly Share[];
  readonly hours: readonly Share[];
  /** Of the selected year; of the newest if all are. */
  readonly calendar: readonly DayShare[];
  readonly stays: readonly StayShare[];
  readonly countries: readonly Named[];
  readonly seas: readonly Named[];
  readonly records: Readonly<Record<RecordKind, readonly BestLog[]>>;
}

/** The response format, as its SQL comment describes. */
interface StatisticsJson {
  readonly totals: object;
  readonly years: readonly object[];
  readonly months: readonly unknown[];
  readonly weekdays: readonly unknown[];
  readonly hours: readonly unknown[];
  readonly days: readonly unknown[];
  readonly stays: readonly unknown[];
  readonly places: readonly unknown[];
  readonly today: string;
  readonly countries: readonly unknown[];
  readonly seas: readonly unknown[];
  readonly records: object;
}

interface TotalsJson {
  readonly logs: number;
  readonly distance: number;
  readonly not_recorded: number;
  readonly seconds: number;
  readonly days: number;
  readonly first: string;
  readonly last: string;
  readonly sailing_nm: number;
  readonly motoring_nm: number;
  readonly sailing_seconds: number;
  readonly motoring_seconds: number;
  readonly engine_seconds: number;
  readonly fuel_litres: number;
}

interface YearJson {
  readonly year: number;
  readonly logs: number;
  readonly distance: number;
  readonly seconds: number;
  readonly months: { readonly [month: string]: number };
  readonly to_date: number;
}

interface BestJson {
  readonly id: number;
  readonly name: string;
  readonly named: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: string;
  readonly value: number;
}

/** The elements of a list of lists. */
function lists(values: readonly unknown[]): readonly (readonly unknown[])[] {
  return values.filter((value): value is readonly unknown[] => Array.isArray(value));
}

function shares(values: readonly unknown[]): readonly Share[] {
  return lists(values).map(([logs, nm]) => ({ logs: numberOf(logs) ?? 0, nm: numberOf(nm) ?? 0 }));
}

function named(values: readonly unknown[]): readonly Named[] {
  return lists(values).map(([name, logs]) => ({ name: textOf(name) ?? "", logs: numberOf(logs) ?? 0 }));
}

function yearShare(row: Row<YearJson>): YearShare {
  const months = new Map(row.row<YearJson["months"]>("months")?.entries() ?? []);
  return {
    year: row.number("year") ?? 0,
    logs: row.number("logs") ?? 0,
    nm: row.number("distance") ?? 0,
    seconds: row.number("seconds") ?? 0,
    toDateNm: row.number("to_date") ?? 0,
    months: Array.from({ length: 12 }, (_, month) => numberOf(months.get(String(month + 1))) ?? 0),
  };
}

function best(row: Row<BestJson>, speech: Speech): BestLog {
  return {
    id: row.id("id"),
    name: nameIn(row, speech),
    started: row.instant("started"),
    value: row.number("value") ?? 0,
  };
}

function statistics(body: unknown, speech: Speech): Statistics {
  const row = requiredRow<StatisticsJson>(body, "statistics");
  const totals = requiredRow<TotalsJson>(Object.fromEntries(row.row("totals")?.entries() ?? []), "totals");
  const records = row.row<Readonly<Record<RecordKind, readonly BestJson[]>>>("records");
  const bestOf = (kind: RecordKind) => records?.rows<BestJson>(kind).map((one) => best(one, speech)) ?? [];
  return {
    logs: totals.number("logs") ?? 0,
    distanceNm: totals.number("distance"),
    notRecordedNm: totals.number("not_recorded"),
    seconds: totals.number("seconds"),
    days: totals.number("days") ?? 0,
    first: totals.instant("first"),
    last: totals.instant("last"),
    sailingNm: totals.number("sailing_nm"),
    motoringNm: totals.number("motoring_nm"),
    sailingSeconds: totals.number("sailing_seconds"),
    motoringSeconds: totals.number("motoring_seconds"),
    engineSeconds: totals.number("engine_seconds"),
    fuelLitres: totals.number("fuel_litres"),
    today: row.text("today") ?? "",
    places: lists(row.list("places")).flatMap(([id, name, visits]) => {
      const number = numberOf(id);
      if (number === null) return [];
      return { id: number, name: placeName(textOf(name), speech), visits: numberOf(visits) ?? 0 };
    }),
    years: row.rows<YearJson>("years").map(yearShare),
    months: shares(row.list("months")),
    weekdays: shares(row.list("weekdays")),
    hours: shares(row.list("hours")),
    calendar: lists(row.list("days")).map(([day, logs, nm]) => ({
      day: textOf(day) ?? "",
      logs: numberOf(logs) ?? 0,
      nm: numberOf(nm) ?? 0,
    })),
    stays: lists(row.list("stays")).map(([code, stays, seconds, nights]) => ({
      code: numberOf(code) ?? 1,
      stays: numberOf(stays) ?? 0,
      seconds: numberOf(seconds) ?? 0,
      nights: numberOf(nights) ?? 0,
    })),
    countries: named(row.list("countries")),
    seas: named(row.list("seas")).map(({ name, logs }) => ({ name: translated(name, speech), logs })),
    records: {
      distance: bestOf("distance"),
      best_24h_nm: bestOf("best_24h_nm"),
      seconds: bestOf("seconds"),
      max_speed: bestOf("max_speed"),
      avg_speed: bestOf("avg_speed"),
      max_wind_speed: bestOf("max_wind_speed"),
    },
  };
}

/** Statistics of a year; of all years for null. */
export function statisticsQuestion(year: number | null): Question<Statistics> {
  return jsonQuestion("statistics_fn", { year: year?.toString() }, statistics);
}
