import { rowsQuestion } from "../question.ts";

/** A metric row: knots and degrees. */
export interface MetricRow {
  readonly time: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly sogKnots: number | null;
  readonly cogDegrees: number | null;
  readonly awsKnots: number | null;
  /** From the bow, negative to port. */
  readonly awaDegrees: number | null;
}

/** The newest rows, oldest first: the position and its wake. Two hours under way at a row a minute. */
export const recentMetricsQuestion = rowsQuestion(
  "metrics",
  {
    columns: [
      "time",
      "latitude",
      "longitude",
      "speedoverground",
      "courseovergroundtrue",
      "windspeedapparent",
      "anglespeedapparent",
    ],
    order: "time.desc",
    limit: 120,
  },
  (rows): readonly MetricRow[] =>
    rows
      .flatMap((row) => {
        const time = row.instant("time");
        if (time === null) return [];
        return {
          time,
          latitude: row.latitude("latitude"),
          longitude: row.longitude("longitude"),
          sogKnots: row.number("speedoverground"),
          cogDegrees: row.number("courseovergroundtrue"),
          awsKnots: row.number("windspeedapparent"),
          awaDegrees: row.number("anglespeedapparent"),
        };
      })
      .reverse(),
);
