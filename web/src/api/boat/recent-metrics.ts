import { pathOf, type Question } from "../question.ts";
import { instantOf, latitudeOf, longitudeOf, numberOf, type Row, requiredRows, textOf } from "../row.ts";

/** One row of what the boat sent: knots and degrees. */
export interface MetricRow {
  readonly time: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly sogKnots: number | null;
  readonly cogDegrees: number | null;
  readonly awsKnots: number | null;
  /** Off the bow, negative to port. */
  readonly awaDegrees: number | null;
  readonly status: string | null;
}

function metricRow(row: Row): MetricRow[] {
  const time = instantOf(row.time);
  if (time === null) return [];
  return [
    {
      time,
      latitude: latitudeOf(row.latitude),
      longitude: longitudeOf(row.longitude),
      sogKnots: numberOf(row.speedoverground),
      cogDegrees: numberOf(row.courseovergroundtrue),
      awsKnots: numberOf(row.windspeedapparent),
      awaDegrees: numberOf(row.anglespeedapparent),
      status: textOf(row.status),
    },
  ];
}

/** The newest rows, oldest first: a position, and the wake that leads to it. Two hours under way at a row a minute. */
export const recentMetricsQuestion: Question<readonly MetricRow[]> = {
  path: pathOf("/metrics", {
    select:
      "time,latitude,longitude,speedoverground,courseovergroundtrue,windspeedapparent,anglespeedapparent,status",
    order: "time.desc",
    limit: "120",
  }),
  count: false,
  parse: (body) => requiredRows(body, "metric rows").flatMap(metricRow).reverse(),
};
