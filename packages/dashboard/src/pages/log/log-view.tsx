import { lazy, Suspense } from "react";
import type { Log } from "../../api/logs/log.ts";
import type { TrackPoint } from "../../api/logs/track.ts";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { LogFigures } from "./figures/log-figures.tsx";

const LogVoyage = lazy(() => import("./log-voyage.tsx").then((module) => ({ default: module.LogVoyage })));

interface LogViewProps {
  readonly log: Log;
  /** Empty until loaded. */
  readonly track: readonly TrackPoint[];
}

/** Everything about one log: its figures, which are there first, then the rest. */
export function LogView({ log, track }: LogViewProps) {
  return (
    <div className="log">
      <LogFigures log={log} track={track} />
      <Suspense fallback={<Skeleton height="58vh" />}>
        <LogVoyage log={log} track={track} />
      </Suspense>
    </div>
  );
}
