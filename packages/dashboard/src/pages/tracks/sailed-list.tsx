import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { LogFilter } from "../../api/logbook/find-logs.ts";
import type { LogTrack } from "../../api/tracks/lines.ts";
import type { SailedLog } from "../../api/tracks/sailed.ts";
import { filterAddress } from "../../features/log-filter/view.ts";
import { Miniature } from "../../map/miniature.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH, logPath } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { formatDay } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

/** A summary of the map; the logbook has all. */
const MOST = 8;

interface SailedListProps {
  readonly logs: readonly SailedLog[];
  readonly tracks: readonly LogTrack[] | undefined;
  readonly filter: LogFilter;
}

/** The longest logs on the map, as text. */
export function SailedList({ logs, tracks, filter }: SailedListProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const byId = useMemo(() => new Map(tracks?.map((track) => [track.id, track])), [tracks]);
  const longest = logs.toSorted((a, b) => (b.distanceNm ?? 0) - (a.distanceNm ?? 0)).slice(0, MOST);
  return (
    <Card
      title={t`The longest`}
      action={
        <Link to={filterAddress(LOGS_PATH, filter)}>
          <Trans>All in the logbook</Trans>
        </Link>
      }
    >
      <ul className="sailed" aria-label={t`Logs`}>
        {longest.map((log) => (
          <li key={log.id}>
            <Link to={logPath(log.id)} className="sailed__log">
              <Miniature track={byId.get(log.id)} />
              <span className="sailed__words">
                <span className="sailed__name">{log.name ?? t`Log ${log.id}`}</span>
                <span className="sailed__sub">
                  {log.started === null ? "" : formatDay(log.started, display)}
                </span>
              </span>
              <span className="sailed__miles">{spoken(nauticalMiles(log.distanceNm, display))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
