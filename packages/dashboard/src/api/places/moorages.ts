import { placeName } from "../../server-messages/translated.ts";
import { rowsQuestion } from "../question.ts";
import { type StayCode, stayCodeOf } from "./stays.ts";

/** A moorage in the list. */
export interface Moorage {
  readonly id: number;
  readonly name: string | null;
  readonly stayCode: StayCode;
  readonly totalStaySeconds: number | null;
  readonly visits: number | null;
  /** Degrees; null if the place has no position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly home: boolean;
  /** ISO 3166-1 alpha-2; null on the high seas. */
  readonly country: string | null;
}

/** All moorages, the most visited first. */
export const mooragesQuestion = rowsQuestion(
  "moorages_view",
  {
    columns: [
      "id",
      "moorage",
      "default_stay_id",
      "total_duration",
      "arrivals_departures",
      "latitude",
      "longitude",
      "home",
      "country",
    ],
    order: "arrivals_departures.desc",
    count: true,
  },
  (rows, speech): readonly Moorage[] =>
    rows.map((row) => ({
      id: row.id("id"),
      name: placeName(row.text("moorage"), speech),
      stayCode: stayCodeOf(row.number("default_stay_id")),
      totalStaySeconds: row.seconds("total_duration"),
      visits: row.number("arrivals_departures"),
      latitude: row.latitude("latitude"),
      longitude: row.longitude("longitude"),
      home: row.boolean("home") ?? false,
      country: row.text("country"),
    })),
);

/** A moorage's label on charts. */
export interface MoorageName {
  readonly name: string | null;
  readonly visits: number | null;
  /** Degrees; null if the place has no position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * The names of all moorages. Without the total stay, which grows at the current moorage and would defeat the cache.
 */
export const moorageNamesQuestion = rowsQuestion(
  "moorages_view",
  { columns: ["id", "moorage", "arrivals_departures", "latitude", "longitude"], order: "id.asc" },
  (rows, speech): readonly MoorageName[] =>
    rows.map((row) => ({
      name: placeName(row.text("moorage"), speech),
      visits: row.number("arrivals_departures"),
      latitude: row.latitude("latitude"),
      longitude: row.longitude("longitude"),
    })),
);
