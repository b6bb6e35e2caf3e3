import { jsonQuestion, type Question } from "../question.ts";
import { instantOf, latitudeOf, longitudeOf, numberOf, type Row, rowOf } from "../row.ts";

/** Measurements at a track point: knots, degrees, metres, volts, pascals; tanks and charge 0 to 1. */
const COLUMNS = {
  milesNm: "miles",
  sogKnots: "speed",
  cogDegrees: "course",
  awsKnots: "apparent_wind",
  awaDegrees: "apparent_wind_angle",
  twsKnots: "true_wind",
  twdDegrees: "true_wind_direction",
  depthMetres: "depth",
  volts: "voltage",
  charge: "charge",
  fuel: "fuel",
  freshWater: "fresh_water",
  wasteWater: "waste_water",
  pressurePascal: "pressure",
} as const;

/** The name of a measurement along a track. */
export type Measured = keyof typeof COLUMNS;

/** A track point with its measurements; null if not measured. */
export type TrackPoint = Readonly<Record<Measured, number | null>> & {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
};

/** The JSON of a track: a list of numbers per column. */
interface TrackJson {
  readonly from: string;
  readonly columns: ColumnsJson;
}

type ColumnsJson = Readonly<
  Record<"seconds" | "latitude" | "longitude" | (typeof COLUMNS)[Measured], readonly number[]>
>;

function pointAt(columns: Row<ColumnsJson>, index: number, from: Date): TrackPoint[] {
  const seconds = numberOf(columns.list("seconds")[index]);
  const latitude = latitudeOf(columns.list("latitude")[index]);
  const longitude = longitudeOf(columns.list("longitude")[index]);
  const time = new Date(from.getTime() + (seconds ?? Number.NaN) * 1000);
  if (Number.isNaN(time.getTime()) || latitude === null || longitude === null) return [];
  const measured = (name: Measured) => numberOf(columns.list(COLUMNS[name])[index]);
  return [
    {
      time,
      latitude,
      longitude,
      milesNm: measured("milesNm"),
      sogKnots: measured("sogKnots"),
      cogDegrees: measured("cogDegrees"),
      awsKnots: measured("awsKnots"),
      awaDegrees: measured("awaDegrees"),
      twsKnots: measured("twsKnots"),
      twdDegrees: measured("twdDegrees"),
      depthMetres: measured("depthMetres"),
      volts: measured("volts"),
      charge: measured("charge"),
      fuel: measured("fuel"),
      freshWater: measured("freshWater"),
      wasteWater: measured("wasteWater"),
      pressurePascal: measured("pressurePascal"),
    },
  ];
}

function trackOf(body: unknown): readonly TrackPoint[] {
  const track = rowOf<TrackJson>(body);
  const [from, columns] = [instantOf(track?.text("from")), track?.row<ColumnsJson>("columns") ?? null];
  if (from === null || columns === null) return [];
  return columns
    .list("seconds")
    .flatMap((_, index) => pointAt(columns, index, from))
    .sort((a, b) => a.time.getTime() - b.time.getTime());
}

/** By default, as many points as a screen can show; files get all. */
const ALL_POINTS = "100000";

/** The track of a log with its measurements, in order of time; empty if there is no track yet. */
export function trackQuestion(id: number, points: "some" | "all" = "some"): Question<readonly TrackPoint[]> {
  return jsonQuestion(
    "log_track_fn",
    { _id: id.toString(), points: points === "all" ? ALL_POINTS : undefined },
    trackOf,
  );
}

/** Enough to draw and replay a log, a tenth of what a screen can show: fifty logs must fit on a thin link. */
const KEPT_POINTS = "150";

/** Fewer points of the tracks of several logs: a list of each, with its id. At most 15 logs. */
export function tracksOfLogsQuestion(ids: readonly number[]): Question<unknown> {
  return jsonQuestion("log_tracks_fn", { ids: `{${ids.join(",")}}`, points: KEPT_POINTS }, (body) => body);
}

/** The last point of the open log's track, with its miles so far, which are not stored yet; null without a track. */
export function sailedQuestion(id: number): Question<TrackPoint | null> {
  return jsonQuestion(
    "log_track_fn",
    { _id: id.toString(), points: "2" },
    (body) => trackOf(body).at(-1) ?? null,
  );
}

/** Whether a track has any value of a measurement. */
export function isMeasured(track: readonly TrackPoint[], name: Measured): boolean {
  return track.some((point) => point[name] !== null);
}
