import { useCallback, useMemo, useState } from "react";
import type { Log } from "../../api/logs/log.ts";
import { PassagePlot } from "../../plots/passage-plot.tsx";
import { useDisplay } from "../../preferences/display.ts";
import { Card } from "../../ui/page/card.tsx";
import { formatInstants } from "../../units/instant.ts";
import { knots, nauticalMiles, spoken } from "../../units/quantity.ts";
import { LogCorrectionCard } from "./log-correction-card.tsx";
import { LogDocuments } from "./log-documents.tsx";
import { LogFigures } from "./log-figures.tsx";
import { LogMakingCard } from "./log-making-card.tsx";
import { LogWords } from "./log-words.tsx";
import { NewestEditsCard } from "./newest-edits-card.tsx";
import { TrackChart } from "./track-chart.tsx";
import { TrackScrubber } from "./track-scrubber.tsx";

interface LogViewProps {
  readonly log: Log;
  readonly onChanged: () => void;
}

/** Everything about one log. Chart, slider and plot all show the same point of its track. */
export function LogView({ log, onChanged }: LogViewProps) {
  const { clock } = useDisplay();
  const [cursor, setCursor] = useState<number | null>(null);
  const look = useCallback((index: number) => setCursor(index), []);
  const gaps = useMemo(() => log.making.segments.filter(({ kind }) => kind === "gap"), [log]);
  const span = log.started === null || log.ended === null ? null : { from: log.started, to: log.ended };
  const ends = span === null ? "" : `, ${formatInstants(span.from, span.to, clock)}`;
  return (
    <div className="log">
      <div className="log__main">
        <TrackChart log={log} gaps={gaps} cursor={cursor} />
        {log.track.length < 2 ? null : (
          <Card title="Speed and wind">
            <PassagePlot
              label={`Speed${ends}: ${spoken(knots(log.avgSpeed))} on average, at most ${spoken(knots(log.maxSpeed))}.`}
              points={log.track}
              cursor={cursor}
              onCursor={look}
            />
            <TrackScrubber track={log.track} cursor={cursor} onCursor={look} />
          </Card>
        )}
      </div>
      <div className="log__side">
        <LogFigures log={log} />
        <LogWords key={`${log.name} ${log.notes}`} log={log} onChanged={onChanged} />
        <LogMakingCard making={log.making} />
        <LogCorrectionCard log={log} instant={cursor === null ? null : (log.track[cursor]?.time ?? null)} />
        {span === null ? null : <NewestEditsCard span={span} />}
        <LogDocuments
          id={log.id}
          name={log.name ?? `log ${log.id}, ${spoken(nauticalMiles(log.distanceNm))}`}
        />
      </div>
    </div>
  );
}
