import type { ReactNode } from "react";
import type { LogLine } from "../../api/logs/logs.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import { type Clock, formatShortDay, formatShortInstants, formatTimeWithZone } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

function times({ started, ended }: LogLine, clock: Clock): string {
  if (started === null) return "";
  return ended === null
    ? `${formatShortDay(started, clock)}, since ${formatTimeWithZone(started, clock)}`
    : formatShortInstants(started, ended, clock);
}

interface LogRowProps {
  readonly log: LogLine;
  /** Shown above the row, within its list item. */
  readonly children?: ReactNode;
}

/** One log in the list, marked if the server is still working on it or is not sure of it. */
export function LogRow({ log, children }: LogRowProps) {
  const { clock } = useDisplay();
  const distance = nauticalMiles(log.recordedNm);
  return (
    <li>
      {children}
      <Link to={logPath(log.id)} className="row">
        <span className="row__icon">
          <Icon name="logs" />
        </span>
        <span className="row__words">
          {log.name === null ? (
            <span className="row__title row__title--waiting">Being written up…</span>
          ) : (
            <span className="row__title">{log.name}</span>
          )}
          <span className="row__sub">{times(log, clock)}</span>
          {log.doubtful ? (
            <span className="row__mark">
              <Icon name="alert" size={16} /> Please check
            </span>
          ) : null}
        </span>
        <span className="row__numbers">
          <span>
            <span className="row__main">
              {distance.figure}
              {log.recordedNm === null ? null : <small> {distance.unit}</small>}
            </span>
            {log.notRecordedNm === null ? null : (
              <span className="row__more">
                <span className="visually-hidden">, </span>and {spoken(nauticalMiles(log.notRecordedNm))} not
                recorded
              </span>
            )}
          </span>
          <span className="row__side">
            {log.durationSeconds === null ? "" : formatDuration(log.durationSeconds)}
          </span>
        </span>
      </Link>
    </li>
  );
}
