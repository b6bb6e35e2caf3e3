import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { formatDuration } from "../../../units/duration.ts";
import { formatShortInstants } from "../../../units/instant.ts";
import { nauticalMiles, spoken } from "../../../units/quantity.ts";
import { dayRuns } from "./day-runs.ts";
import "./day-runs-card.css";

/** Daily runs of a long passage, noon to noon. Nothing for a passage within a day. */
export function DayRunsCard({ track }: { readonly track: readonly TrackPoint[] }) {
  const { t } = useLingui();
  const display = useDisplay();
  const runs = useMemo(() => dayRuns(track), [track]);
  const most = runs.reduce((a, { miles }) => Math.max(a, miles), 0);
  if (runs.length === 0) return null;
  return (
    <Card title={t`Day's runs`}>
      <ol className="day-runs" aria-label={t`Day's runs`}>
        {runs.map(({ from, to, miles }) => (
          <li key={from.getTime()}>
            <span className="day-runs__when">
              {formatShortInstants(from, to, display)}, {formatDuration((+to - +from) / 1000)}
            </span>
            <span className="day-runs__miles">{spoken(nauticalMiles(miles, display))}</span>
            <span className="day-runs__bar" aria-hidden="true">
              <span style={{ width: `${most === 0 ? 0 : (miles / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
