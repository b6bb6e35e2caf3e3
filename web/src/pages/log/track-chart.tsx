import { useMemo } from "react";
import type { Log } from "../../api/logs/log.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/chart-marks.ts";
import { SpeedLegend } from "../../map/speed-legend.tsx";
import type { Unrecorded } from "../../map/track-lines.ts";
import { Empty } from "../../ui/page/empty.tsx";

interface TrackChartProps {
  readonly log: Log;
  readonly gaps: readonly Unrecorded[];
  readonly cursor: number | null;
}

/** The track of a log, coloured by speed; dashed lines cross what was not recorded. */
export function TrackChart({ log, gaps, cursor }: TrackChartProps) {
  const { track, from, to } = log;
  const marks = useMemo<readonly Mark[]>(() => {
    const [first, last] = [track[0], track.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      { ...first, id: "start", kind: "start", label: `Start${from === null ? "" : `: ${from}`}` },
      { ...last, id: "end", kind: "end", label: `End${to === null ? "" : `: ${to}`}` },
    ];
  }, [track, from, to]);
  const selected = cursor === null ? undefined : track[cursor];
  const mark = useMemo<Mark | null>(
    () =>
      selected === undefined
        ? null
        : {
            ...selected,
            id: "cursor",
            kind: "cursor",
            label: "Selected point",
            heading: selected.cogDegrees,
          },
    [selected],
  );
  if (track.length === 0) {
    return (
      <Empty icon="logs" title="No track">
        <p>No positions are known for this log. If it is new, it is still being written up.</p>
      </Empty>
    );
  }
  return (
    <ChartFigure
      label={`Track of ${log.name ?? `log ${log.id}`}, ${track.length} points`}
      track={track}
      unrecorded={gaps}
      marks={marks}
      cursor={mark}
      fitKey={`log ${log.id} ${track.length}`}
      caption={<SpeedLegend track={track} />}
    />
  );
}
