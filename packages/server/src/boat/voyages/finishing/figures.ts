/** Computes from a log's rows the figures stored in its `extra`. */
import { round } from "@wakelog/kit/geo/rounding.ts";
import type { TimedPosition } from "@wakelog/kit/geo/track.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { type MetricRow, tripIdOf } from "../record/metric-row.ts";
import { bestDayNm } from "./best-day.ts";
import { meanKnots } from "./log-numbers.ts";
import { measuredFigures } from "./measured.ts";
import type { Coordinate } from "./track.ts";
import { watersOf } from "./waters.ts";
import { polarOf } from "./wind/polar.ts";

/** The computed part of `extra`; users write the rest. */
export interface Figures {
  /** Counters, tanks and energy by key: `measuredFigures`. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Mean apparent wind speed, knots, over the samples of `max_wind_speed`. */
  readonly avg_wind_speed?: number;
  /** Boat speeds by true wind, as CSV; and the newest measurement's time. */
  readonly polar?: string;
  readonly polar_updated_at?: string;
  /** Greatest distance within any 24 hours along the log's line, nautical miles. */
  readonly best_24h_nm?: number;
  /** Countries of the waters sailed (ISO 3166-1 alpha-2, lower case), and seas, in order. */
  readonly countries?: readonly string[];
  readonly seas?: readonly string[];
  /** The trip begun on board, or the trips, in order, if there are several. */
  readonly trip_id?: string;
  readonly trip_ids?: readonly string[];
  /** Nautical miles during silences. */
  readonly not_recorded?: number;
}

/** The figures, and values for badges only. */
export interface CountedLog {
  readonly figures: Omit<Figures, "not_recorded">;
  readonly zones: readonly string[];
}

/** Vessel properties that affect how rows are read. */
export interface FigureSources {
  readonly solarKey: string | null;
  /** Whether it is a sailing vessel (AIS type 36); only those have a polar diagram. */
  readonly isSailing: boolean;
}

/**
 * Computes the figures of a log, omitting those without measurements.
 * @param rows of the log, in time order
 * @param line of the log on the map
 * @param track the line with times
 */
export function* figuresOf(
  { solarKey, isSailing }: FigureSources,
  rows: readonly MetricRow[],
  line: readonly Coordinate[],
  track: readonly TimedPosition[],
): Interruptible<CountedLog> {
  const metrics = yield* measuredFigures(rows, solarKey);
  const wind = meanKnots(rows, "windspeedapparent");
  const polar = isSailing ? yield* polarOf(rows) : null;
  const best = rows.length < 2 ? null : yield* bestDayNm(track);
  const { countries, seas, zones } = yield* watersOf(line);
  const figures = {
    metrics,
    ...(wind === null ? {} : { avg_wind_speed: round(wind, 2) }),
    ...(polar === null ? {} : { polar: polar.csv, polar_updated_at: new Date(polar.newest).toISOString() }),
    ...(best === null ? {} : { best_24h_nm: round(best, 2) }),
    ...(countries.length === 0 ? {} : { countries }),
    ...(seas.length === 0 ? {} : { seas }),
    ...tripsOf(rows),
  };
  return { figures, zones };
}

/** The trips that the boat named on board. */
function tripsOf(rows: readonly MetricRow[]): Pick<Figures, "trip_id" | "trip_ids"> {
  const trips = [...new Set(rows.map(tripIdOf).filter((trip) => trip !== null))];
  const [trip] = trips;
  if (trip === undefined) return {};
  return trips.length === 1 ? { trip_id: trip } : { trip_ids: trips };
}
