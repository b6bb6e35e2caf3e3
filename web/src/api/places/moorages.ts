import { rowsQuestion } from "../question.ts";
import { type StayCode, stayCodeOf } from "./stays.ts";

/** A place where the boat stays, as the list shows it. */
export interface Moorage {
  readonly id: number;
  readonly name: string | null;
  readonly stayCode: StayCode;
  readonly stayType: string | null;
  readonly totalStaySeconds: number | null;
  readonly visits: number | null;
  /** Degrees; null if the place has no position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly home: boolean;
}

/** All moorages, the most visited first. */
export const mooragesQuestion = rowsQuestion(
  "moorages_view",
  {
    columns: [
      "id",
      "moorage",
      "default_stay",
      "default_stay_id",
      "total_duration",
      "arrivals_departures",
      "latitude",
      "longitude",
      "home",
    ],
    order: "arrivals_departures.desc",
    count: true,
  },
  (rows): readonly Moorage[] =>
    rows.map((row) => ({
      id: row.id("id"),
      name: row.text("moorage"),
      stayCode: stayCodeOf(row.number("default_stay_id")),
      stayType: row.text("default_stay"),
      totalStaySeconds: row.seconds("total_duration"),
      visits: row.number("arrivals_departures"),
      latitude: row.latitude("latitude"),
      longitude: row.longitude("longitude"),
      home: row.boolean("home") ?? false,
    })),
);
