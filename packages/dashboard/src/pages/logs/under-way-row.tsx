import { Trans, useLingui } from "@lingui/react/macro";
import { type OpenLog, presentQuestion } from "../../api/boat/present.ts";
import { useSailed } from "../../features/tracks/use-sailed.ts";
import { Miniature } from "../../map/miniature.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsLive, useLive } from "../../queries/use-live.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { formatDuration } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";
import { formatInstant } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** The voyage under way; null if there is none or it is not wanted. */
export function useUnderWay(wanted: boolean): OpenLog | null {
  const { value } = useAnswer(presentQuestion, useIsLive() ? null : REFRESH_SECONDS, wanted);
  return wanted ? (value?.log ?? null) : null;
}

/** The voyage under way, with its distance and time so far; follows the boat while it is shown. */
export function UnderWayRow({ log }: { readonly log: OpenLog }) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const { id, name, from, started } = log;
  useLive();
  const distanceNm = useSailed(id);
  const when = started === null ? "" : formatInstant(started, display);
  const since =
    from === null
      ? started === null
        ? ""
        : t`Since ${when}`
      : started === null
        ? t`From ${from}`
        : t`From ${from}, since ${when}`;
  return (
    <li className="logs__first">
      <div className="log-row log-row--moving">
        <Link to={logPath(log.id)} className="log-row__link">
          <Miniature track={undefined} />
          <span className="log-row__words">
            <span className="row__title">
              <Trans>Under way</Trans>
            </span>
            {name === null ? null : <span className="row__sub">{name}</span>}
            <span className="row__sub">{since}</span>
          </span>
          <span className="log-row__numbers">
            <span className="row__main">
              {distanceNm === null ? "" : spoken(nauticalMiles(distanceNm, display))}
            </span>
            <span className="row__side">
              {started === null ? "" : formatDuration(ageSeconds(started, now))}
            </span>
          </span>
        </Link>
      </div>
    </li>
  );
}
