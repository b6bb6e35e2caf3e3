import { useLingui } from "@lingui/react/macro";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Figure, Figures } from "../../../ui/figures/figures.tsx";
import { durationParts } from "../../../units/duration.ts";
import { knots, nauticalMiles, spoken } from "../../../units/quantity.ts";

interface LogFiguresProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
}

/** The figures of a log; so far, if it is under way. */
export function LogFigures({ log, track }: LogFiguresProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const last = track.at(-1);
  const sailing = log.ended === null;
  const since = log.started === null || last === undefined ? null : (+last.time - +log.started) / 1000;
  const notRecorded = spoken(nauticalMiles(log.notRecordedNm, display));
  return (
    <Figures label={t`Numbers of this log`}>
      <Figure
        label={t`Distance`}
        quantity={nauticalMiles(sailing ? (last?.milesNm ?? null) : log.recordedNm, display)}
        note={log.notRecordedNm === null ? null : t`and ${notRecorded} not recorded`}
      />
      <Figure label={t`Duration`} quantity={durationParts(sailing ? since : log.durationSeconds)} />
      {log.avgSpeed === null ? null : (
        <Figure label={t`Average speed`} quantity={knots(log.avgSpeed, display)} />
      )}
      {log.maxSpeed === null ? null : <Figure label={t`Top speed`} quantity={knots(log.maxSpeed, display)} />}
      {log.maxWindSpeed === null ? null : (
        <Figure label={t`Strongest wind`} quantity={knots(log.maxWindSpeed, display)} note={t`apparent`} />
      )}
      {log.engineSeconds === null ? null : (
        <Figure label={t`Engine`} quantity={durationParts(log.engineSeconds)} />
      )}
      {log.loggedNm === null ? null : (
        <Figure label={t`Through the water`} quantity={nauticalMiles(log.loggedNm, display)} />
      )}
    </Figures>
  );
}
