import { type Question, rowsQuestion } from "../question.ts";

/** The boat's position at a time. */
export interface WakeStep {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
}

/** A day under way at a row a minute, with a margin. */
const MOST_STEPS = 2_000;
const HOUR_MS = 3_600_000;

/** The boat's positions since an instant, oldest first. */
export function wakeQuestion(since: Date): Question<readonly WakeStep[]> {
  return rowsQuestion(
    "metrics",
    {
      columns: ["time", "latitude", "longitude", "speedoverground"],
      where: { time: `gte.${since.toISOString()}` },
      order: "time.desc",
      limit: MOST_STEPS,
    },
    (rows) =>
      rows
        .flatMap((row) => {
          const [time, latitude, longitude] = [
            row.instant("time"),
            row.latitude("latitude"),
            row.longitude("longitude"),
          ];
          return time === null || latitude === null || longitude === null
            ? []
            : [{ time, latitude, longitude, sogKnots: row.number("speedoverground") }];
        })
        .reverse(),
  );
}

/** The last 24 hours, rounded to the hour so that the query can be cached. */
export function lastDayQuestion(): Question<readonly WakeStep[]> {
  return wakeQuestion(new Date(Math.floor(Date.now() / HOUR_MS - 24) * HOUR_MS));
}
