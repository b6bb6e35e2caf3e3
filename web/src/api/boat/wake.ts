import { type Question, rowsQuestion } from "../question.ts";

/** Where the boat was at a time. */
export interface WakeStep {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
}

/** A day under way at a row a minute, and some more. */
const MOST_STEPS = 2_000;

/** Where the boat was since an instant, oldest first. */
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
