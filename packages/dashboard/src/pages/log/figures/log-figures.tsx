import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Figure } from "../../../ui/figures/figures.tsx";
import { durationParts } from "../../../units/duration.ts";
import { timeParts } from "../../../units/instant.ts";
import { knots, nauticalMiles, spoken } from "../../../units/quantity.ts";
import "./log-figures.css";

interface LogFiguresProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
}

/** The figures of a log; so far, if it is under way. */
export function LogFigures({ log, track }: LogFiguresProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const { started, ended } = log;
  const last = track.at(-1);
  const sailing = ended === null;
  const since = started === null || last === undefined ? null : (+last.time - +started) / 1000;
  const notRecorded = spoken(nauticalMiles(log.notRecordedNm, display));
  return (
    <ul className="figures log-figures" aria-label={t`Figures`}>
      <Item>
        <Figure
          label={t`Distance`}
          quantity={nauticalMiles(sailing ? (last?.milesNm ?? null) : log.recordedNm, display)}
          note={log.notRecordedNm === null ? null : t`and ${notRecorded} not recorded`}
        />
      </Item>
      <Item>
        <Figure label={t`Duration`} quantity={durationParts(sailing ? since : log.durationSeconds)} />
      </Item>
      {log.avgSpeed === null ? null : (
        <Item>
          <Figure label={t`Average speed`} quantity={knots(log.avgSpeed, display)} />
        </Item>
      )}
      {log.maxSpeed === null ? null : (
        <Item>
          <Figure label={t`Top speed`} quantity={knots(log.maxSpeed, display)} />
        </Item>
      )}
      {log.maxWindSpeed === null ? null : (
        <Item>
          <Figure label={t`Strongest wind`} quantity={knots(log.maxWindSpeed, display)} note={t`apparent`} />
        </Item>
      )}
      {sailing && started !== null ? (
        <Item>
          <Figure label={t`Departure`} quantity={timeParts(started, display)} />
        </Item>
      ) : null}
      {ended === null ? null : (
        <Item>
          <Figure label={t`Arrival`} quantity={timeParts(ended, display)} />
        </Item>
      )}
    </ul>
  );
}

function Item({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <dl>{children}</dl>
    </li>
  );
}
