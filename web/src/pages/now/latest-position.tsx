import { useMemo } from "react";
import type { MetricRow } from "../../api/boat/recent-metrics.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/chart-marks.ts";
import { useNow } from "../../queries/use-now.ts";
import { Empty } from "../../ui/page/empty.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import { formatLatitude, formatLongitude } from "../../units/position.ts";

interface LatestPositionProps {
  readonly rows: readonly MetricRow[];
  readonly fix: MetricRow | undefined;
}

/** Rows older than this belong to another trip, not to the wake. */
const WAKE_MS = 6 * 3_600_000;

function PositionCaption({ words, time }: { readonly words: string; readonly time: Date }) {
  const now = useNow();
  const age = formatAge(ageSeconds(time, now));
  return (
    <>
      {isFresh(time, now) ? <strong>{words}</strong> : words} · {age}
    </>
  );
}

/** The boat on the chart, with the wake that its last rows draw. */
export function LatestPosition({ rows, fix }: LatestPositionProps) {
  const wake = useMemo(() => {
    const newest = fix?.time.getTime() ?? 0;
    return rows.flatMap((row) =>
      row.latitude === null || row.longitude === null || newest - row.time.getTime() > WAKE_MS
        ? []
        : [{ ...row, latitude: row.latitude, longitude: row.longitude }],
    );
  }, [rows, fix]);
  const place = wake.at(-1);
  const words =
    place === undefined ? "" : `${formatLatitude(place.latitude)}  ${formatLongitude(place.longitude)}`;
  const marks = useMemo<readonly Mark[]>(
    () =>
      place === undefined
        ? []
        : [{ ...place, id: "boat", kind: "boat", label: `The boat at ${words}`, heading: place.cogDegrees }],
    [place, words],
  );
  if (place === undefined) {
    return (
      <Empty icon="pin" title="No position">
        <p>The boat sends its instruments, but not where it is. Is its GPS on?</p>
      </Empty>
    );
  }
  return (
    <ChartFigure
      label={`Chart with the boat at ${words}`}
      track={wake}
      marks={marks}
      fitKey="boat"
      caption={<PositionCaption words={words} time={place.time} />}
    />
  );
}
