import { secondsOfDuration } from "../../units/duration.ts";
import type { Question } from "../question.ts";
import {
  booleanOf,
  idOf,
  latitudeOf,
  longitudeOf,
  numberOf,
  type Row,
  requiredRows,
  textOf,
} from "../row.ts";
import { type StayCode, stayCodeOf } from "./stays.ts";

/** A place where the boat stays, as the list shows it. */
export interface Moorage {
  readonly id: number;
  readonly name: string | null;
  readonly stayCode: StayCode;
  readonly stayType: string | null;
  readonly totalStaySeconds: number | null;
  readonly visits: number | null;
  /** Degrees; null where the place has no position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly home: boolean;
}

function moorage(row: Row): Moorage {
  const days = numberOf(row.total_stay);
  return {
    id: idOf(row),
    name: textOf(row.moorage),
    stayCode: stayCodeOf(row.default_stay_id),
    stayType: textOf(row.default_stay),
    totalStaySeconds:
      secondsOfDuration(textOf(row.total_duration) ?? "") ?? (days === null ? null : days * 86_400),
    visits: numberOf(row.arrivals_departures),
    latitude: latitudeOf(row.latitude),
    longitude: longitudeOf(row.longitude),
    home: booleanOf(row.home) ?? false,
  };
}

function parse(body: unknown): readonly Moorage[] {
  return requiredRows(body, "moorages").map(moorage);
}

/** All moorages, the most visited first. */
export const mooragesQuestion: Question<readonly Moorage[]> = {
  path: "/moorages_view?order=arrivals_departures.desc",
  count: true,
  parse,
};
