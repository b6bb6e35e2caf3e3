import { useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import { SEVERITY_WORDS } from "../../features/alerts/severity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useIsFresh } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { historyPath } from "../../routing/paths.ts";
import { percent, spoken } from "../../units/quantity.ts";
import { useOwnAge } from "./own-age.ts";

interface TankProps {
  readonly label: string;
  /** 0 to 1. */
  readonly level: number;
  readonly time: Date;
  /** Time of the newest row. */
  readonly newest: Date | null;
  /** The active alert on it. */
  readonly alert?: Alert | undefined;
}

/** The level of a tank. */
export function Tank({ label, level, time, newest, alert }: TankProps) {
  const { t } = useLingui();
  const isFresh = useIsFresh();
  const display = useDisplay();
  const age = useOwnAge(time, newest);
  const width = `${Math.min(100, Math.max(0, level * 100))}%`;
  const old = isFresh(time) ? "" : " tank--old";
  return (
    <li className={`tank${old}${alert === undefined ? "" : " tank--alert"}`}>
      <span className="tank__label">
        {alert === undefined || alert.key === null ? (
          label
        ) : (
          <Link to={historyPath(alert.key)} className="figure__alert">
            {label} · {t(SEVERITY_WORDS[alert.severity])}
          </Link>
        )}
      </span>
      <span className="tank__level">{spoken(percent(level, display))}</span>
      <span className="tank__bar" aria-hidden="true">
        <span className="tank__fill" style={{ width }} />
      </span>
      {age === null ? null : <span className="tank__age">{age}</span>}
    </li>
  );
}
