import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { OpenLog, OpenStay } from "../../api/boat/present.ts";
import { sailedQuestion } from "../../api/logs/track.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { logPath, stayPath } from "../../routing/paths.ts";
import { StayIcon } from "../../ui/figures/stay-type.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

const REFRESH_SECONDS = 60;

/** How far, how long and from where, as far as known. */
function useSailed({ id, from, started }: OpenLog, until: Date): string | null {
  const { t } = useLingui();
  const display = useDisplay();
  const question = useMemo(() => sailedQuestion(id), [id]);
  const { value: distanceNm } = useAnswer(question, REFRESH_SECONDS);
  if (started === null || distanceNm == null) return from === null ? null : t`From ${from}`;
  const duration = formatDuration(ageSeconds(started, until));
  const distance = spoken(nauticalMiles(distanceNm, display));
  return from === null ? t`${distance} in ${duration}` : t`${distance} in ${duration} from ${from}`;
}

/** The voyage under way: its distance and duration so far. */
export function UnderWay({
  log,
  lastMeasured,
}: {
  readonly log: OpenLog;
  readonly lastMeasured: Date | null;
}) {
  const now = useNow();
  const isCurrent = isFresh(lastMeasured, now);
  const sailed = useSailed(log, isCurrent || lastMeasured === null ? now : lastMeasured);
  return (
    <Link to={logPath(log.id)} className="now__doing now__doing--moving">
      <Icon name="boat" />
      <span>
        <strong>
          {isCurrent ? <Trans>Under way</Trans> : <Trans>When last heard from: under way</Trans>}
        </strong>
        {sailed === null ? null : <> {sailed}</>}
      </span>
    </Link>
  );
}

/** The current stay and its duration. */
export function Lying({ stay }: { readonly stay: OpenStay }) {
  const now = useNow();
  const { name, arrived } = stay;
  return (
    <Link to={stayPath(stay.id)} className="now__doing">
      <StayIcon code={stay.stayCode} />
      <span>
        <strong>{name ?? <Trans>This stay</Trans>}</strong>
        {arrived === null ? null : <> {formatDuration(ageSeconds(arrived, now))}</>}
      </span>
    </Link>
  );
}
