import type { LogLine } from "../../api/logs.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import { formatShortDay, formatTime, formatTimeWithZone } from "../../units/instant.ts";
import { nauticalMiles } from "../../units/quantity.ts";

function times({ started, ended }: LogLine, clock: "utc" | "local"): string {
  if (started === null) return "";
  const end = ended === null ? " under way" : formatTimeWithZone(ended, clock);
  return `${formatShortDay(started, clock)}, ${formatTime(started, clock)}–${end}`;
}

/** One log in the list. A log that the server still works on says so. */
export function LogRow({ log }: { readonly log: LogLine }) {
  const { clock } = useDisplay();
  const distance = nauticalMiles(log.distanceNm);
  return (
    <li>
      <Link to={`/log/${log.id}`} className="row">
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
        </span>
        <span className="row__numbers">
          <span className="row__main">
            {distance.figure}
            {log.distanceNm === null ? null : <small> {distance.unit}</small>}
          </span>
          <span className="row__side">
            {log.durationSeconds === null ? "" : formatDuration(log.durationSeconds)}
          </span>
        </span>
      </Link>
    </li>
  );
}
