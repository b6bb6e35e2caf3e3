import { lazy, Suspense, useEffect, useRef } from "react";
import type { Log } from "../../api/logs/log.ts";
import type { TrackPoint } from "../../api/logs/track.ts";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { TrackChart } from "./chart/track-chart.tsx";
import { DoubtfulLog } from "./corrections/doubtful-log.tsx";
import { EntriesCard } from "./entries/entries-card.tsx";
import { useWritten } from "./entries/written.ts";
import { DayRunsCard } from "./figures/day-runs-card.tsx";
import { LogMakingCard } from "./figures/log-making-card.tsx";
import { LogTools } from "./log-tools.tsx";
import { PaperChart } from "./paper-chart.tsx";
import "../../ui/paper.css";
import "./log-voyage.css";
import { Instruments } from "./replay/instruments.tsx";
import { ReplayBar } from "./replay/replay-bar.tsx";
import { useReplay } from "./replay/use-replay.ts";
import { LogWords } from "./words/log-words.tsx";

const LogGraphs = lazy(() =>
  import("./graphs/log-graphs.tsx").then((module) => ({ default: module.LogGraphs })),
);

interface LogVoyageProps {
  readonly log: Log;
  /** Empty until loaded. */
  readonly track: readonly TrackPoint[];
}

/** What happened on a log, below its figures. Chart, slider, logbook and graphs share one moment. */
export function LogVoyage({ log, track }: LogVoyageProps) {
  const replay = useReplay(track);
  const written = useWritten(log);
  const point = replay.index === null ? undefined : track[replay.index];
  const stage = useRef<HTMLDivElement>(null);
  const { playing } = replay;
  // What is played is in sight: chart, slider and values.
  useEffect(() => {
    if (playing) stage.current?.scrollIntoView({ block: "nearest" });
  }, [playing]);
  return (
    <>
      <div className="log__voyage">
        <div className="log__player">
          <div className="log__stage" ref={stage}>
            <TrackChart log={log} track={track} written={written} replay={replay} />
            <PaperChart title={log.name ?? ""} />
            <div className="log__deck">
              <ReplayBar track={track} replay={replay} />
              <Instruments track={track} point={point} />
            </div>
          </div>
          {log.ended === null ? null : <DoubtfulLog log={log} track={track} />}
          <LogTools log={log} track={track} point={point} />
        </div>
        <div className="log__beside">
          <EntriesCard log={log} track={track} written={written} replay={replay} />
          {written.isSettled ? <LogWords key={log.id} log={log} /> : null}
        </div>
      </div>
      {track.length < 2 ? null : (
        <Suspense fallback={null}>
          <div className="log__graphs">
            <LogGraphs track={track} segments={log.making.segments} replay={replay} />
          </div>
        </Suspense>
      )}
      <div className="log__details">
        <Suspense fallback={<Skeleton height="16rem" />}>
          <LogMakingCard log={log} />
        </Suspense>
        <DayRunsCard track={track} />
      </div>
    </>
  );
}
