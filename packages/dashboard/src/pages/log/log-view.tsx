import { lazy, Suspense } from "react";
import type { Log } from "../../api/logs/log.ts";
import type { TrackPoint } from "../../api/logs/track.ts";
import { TrackChart } from "./chart/track-chart.tsx";
import { CorrectionsBar } from "./corrections/corrections-bar.tsx";
import { EntriesCard } from "./entries/entries-card.tsx";
import { useWritten } from "./entries/written.ts";
import { DayRunsCard } from "./figures/day-runs-card.tsx";
import { LogFigures } from "./figures/log-figures.tsx";
import { LogMakingCard } from "./figures/log-making-card.tsx";
import { LogDocuments } from "./files/log-documents.tsx";
import { PaperChart } from "./paper-chart.tsx";
import "./log-view.css";
import { Instruments } from "./replay/instruments.tsx";
import { ReplayBar } from "./replay/replay-bar.tsx";
import { useReplay } from "./replay/use-replay.ts";
import { LogWords } from "./words/log-words.tsx";

const LogGraphs = lazy(() =>
  import("./graphs/log-graphs.tsx").then((module) => ({ default: module.LogGraphs })),
);

interface LogViewProps {
  readonly log: Log;
  /** Empty until loaded. */
  readonly track: readonly TrackPoint[];
}

/** Everything about one log. Chart, slider and graphs share one moment. */
export function LogView({ log, track }: LogViewProps) {
  const replay = useReplay(track);
  const written = useWritten(log);
  const point = replay.index === null ? undefined : track[replay.index];
  return (
    <div className="log">
      <TrackChart log={log} track={track} written={written} replay={replay} />
      <PaperChart title={log.name ?? ""} />
      <div className="log__deck card">
        <ReplayBar track={track} replay={replay} />
        <Instruments track={track} point={point} />
        {log.ended === null ? null : <CorrectionsBar log={log} track={track} at={point?.time ?? null} />}
      </div>
      <LogFigures log={log} track={track} />
      <div className="log__parts">
        <div className="log__main">
          <EntriesCard log={log} track={track} written={written} replay={replay} />
          <DayRunsCard track={track} />
        </div>
        <div className="log__side">
          <LogWords key={log.id} log={log} />
          <LogMakingCard making={log.making} />
          {log.ended === null ? null : (
            <div className="log__files">
              <LogDocuments log={log} />
            </div>
          )}
        </div>
      </div>
      {track.length < 2 ? null : (
        <Suspense fallback={null}>
          <div className="log__graphs">
            <LogGraphs track={track} replay={replay} />
          </div>
        </Suspense>
      )}
    </div>
  );
}
