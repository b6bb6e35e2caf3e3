import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FoundLog } from "../../api/logbook/find-logs.ts";
import type { Voyage } from "../../api/logbook/voyages.ts";
import type { LogTrack } from "../../api/tracks/lines.ts";
import { Miniature } from "../../map/miniature.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import {
  formatDay,
  formatInstants,
  formatShortDay,
  formatShortInstants,
  formatTimeWithZone,
} from "../../units/instant.ts";
import { knots, nauticalMiles, spoken } from "../../units/quantity.ts";
import { WayBar } from "./way-bar.tsx";
import "./log-row.css";

interface LogRowProps {
  readonly log: FoundLog;
  /** Whether no heading above says its year. */
  readonly withYear?: boolean;
  /** Its line, once loaded. */
  readonly track: LogTrack | undefined;
  /** Its voyage, if that has several legs. */
  readonly voyage: Voyage | undefined;
  /** Null outside selection mode. */
  readonly selected: boolean | null;
  readonly onToggle: () => void;
  /** Whether it begins a card of rows. */
  readonly isFirst?: boolean;
  /** Shown above the row, within its list item. */
  readonly children?: ReactNode;
}

/** A log in the list, marked if it is unfinished or doubtful. */
export function LogRow({
  log,
  withYear = false,
  track,
  voyage,
  selected,
  onToggle,
  isFirst = false,
  children,
}: LogRowProps) {
  const { t } = useLingui();
  const name = log.name ?? t`Log ${log.id}`;
  return (
    <li className={isFirst ? "logs__first" : undefined}>
      {children}
      <div className={selected === true ? "log-row log-row--selected" : "log-row"}>
        {selected === null ? null : (
          <label className="log-row__check">
            <input type="checkbox" checked={selected} onChange={onToggle} />
            <span className="visually-hidden">
              <Trans>Select {name}</Trans>
            </span>
          </label>
        )}
        <Link to={logPath(log.id)} className="log-row__link">
          <Miniature track={track} />
          <span className="log-row__words">
            {log.name === null ? (
              <span className="row__title row__title--waiting">
                <Trans>Being written up…</Trans>
              </span>
            ) : (
              <span className="row__title">{log.name}</span>
            )}
            <Times log={log} withYear={withYear} />
            {voyage === undefined ? null : <VoyageWords voyage={voyage} />}
            <Marks log={log} />
          </span>
          <WayBar sailingNm={log.sailingNm} motoringNm={log.motoringNm} wholeNm={log.distanceNm} />
          <Speeds log={log} />
          <Numbers log={log} />
        </Link>
      </div>
    </li>
  );
}

function Times({ log: { started, ended }, withYear }: Pick<Required<LogRowProps>, "log" | "withYear">) {
  const { t } = useLingui();
  const display = useDisplay();
  if (started === null) return null;
  const [span, date] = withYear ? [formatInstants, formatDay] : [formatShortInstants, formatShortDay];
  if (ended !== null) return <span className="row__sub">{span(started, ended, display)}</span>;
  const [day, time] = [date(started, display), formatTimeWithZone(started, display)];
  return <span className="row__sub">{t`${day}, since ${time}`}</span>;
}

function VoyageWords({ voyage: { name, legs, distanceNm } }: { readonly voyage: Voyage }) {
  const display = useDisplay();
  const distance = spoken(nauticalMiles(distanceNm, display));
  return (
    <span className="row__sub">
      <Trans>
        Leg of the voyage {name}: {legs} legs, {distance}
      </Trans>
    </span>
  );
}

function Marks({ log: { doubtful, tags } }: { readonly log: FoundLog }) {
  if (!doubtful && tags.length === 0) return null;
  return (
    <span className="log-row__marks">
      {doubtful ? (
        <span className="row__mark">
          <Icon name="alert" size={16} /> <Trans>Please check</Trans>
        </span>
      ) : null}
      {tags.map((tag) => (
        <span key={tag} className="log-row__tag">
          {tag}
        </span>
      ))}
    </span>
  );
}

function Speeds({ log: { avgSpeed, maxWindSpeed } }: { readonly log: FoundLog }) {
  const display = useDisplay();
  const [average, wind] = [spoken(knots(avgSpeed, display)), spoken(knots(maxWindSpeed, display))];
  return (
    <span className="log-row__speeds">
      {avgSpeed === null ? null : (
        <span>
          <Trans>
            {average} <small>average</small>
          </Trans>
        </span>
      )}
      {maxWindSpeed === null ? null : (
        <span>
          <Trans>
            {wind} <small>strongest wind</small>
          </Trans>
        </span>
      )}
    </span>
  );
}

function Numbers({ log }: { readonly log: FoundLog }) {
  const display = useDisplay();
  const distance = nauticalMiles(log.recordedNm, display);
  const notRecorded = spoken(nauticalMiles(log.notRecordedNm, display));
  return (
    <span className="log-row__numbers">
      <span>
        <span className="row__main">
          {distance.figure}
          {log.recordedNm === null ? null : <small> {distance.unit}</small>}
        </span>
        {log.notRecordedNm === null ? null : (
          <span className="row__more">
            <span className="visually-hidden">, </span>
            <Trans>and {notRecorded} not recorded</Trans>
          </span>
        )}
      </span>
      <span className="row__side">
        {log.durationSeconds === null ? "" : formatDuration(log.durationSeconds)}
      </span>
    </span>
  );
}
