import { Trans } from "@lingui/react/macro";
import type { OpenLog, OpenStay } from "../../api/boat/present.ts";
import { useSailed } from "../../features/tracks/use-sailed.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useIsFresh, useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { logPath, stayPath } from "../../routing/paths.ts";
import { StayIcon } from "../../ui/figures/stay-type.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

/** The voyage under way in words: how far and how long, as far as known. Where from, the head line says. */
function Sailed({
  log: { id, started },
  lastMeasured,
}: {
  readonly log: OpenLog;
  readonly lastMeasured: Date | null;
}) {
  const display = useDisplay();
  const now = useNow();
  const isCurrent = useIsFresh()(lastMeasured);
  const distanceNm = useSailed(id);
  if (started === null || distanceNm === null) {
    return (
      <strong>{isCurrent ? <Trans>Under way</Trans> : <Trans>When last heard from: under way</Trans>}</strong>
    );
  }
  const until = isCurrent || lastMeasured === null ? now : lastMeasured;
  const distance = spoken(nauticalMiles(distanceNm, display));
  const duration = formatDuration(ageSeconds(started, until));
  return isCurrent ? (
    <Trans>
      <strong>Under way</strong> {distance} in {duration}
    </Trans>
  ) : (
    <Trans>
      <strong>When last heard from: under way</strong> {distance} in {duration}
    </Trans>
  );
}

/** The voyage under way, as a link. */
export function UnderWay(props: { readonly log: OpenLog; readonly lastMeasured: Date | null }) {
  return (
    <Link to={logPath(props.log.id)} className="now__doing now__doing--moving">
      <Icon name="boat" />
      <span>
        <Sailed {...props} />
      </span>
    </Link>
  );
}

/** The current stay and its duration, as a link. Where it is, the head line says. */
export function Lying({ stay: { id, stayCode, arrived } }: { readonly stay: OpenStay }) {
  const now = useNow();
  const duration = arrived === null ? null : formatDuration(ageSeconds(arrived, now));
  return (
    <Link to={stayPath(id)} className="now__doing">
      <StayIcon code={stayCode} />
      <span>
        {duration === null ? (
          <strong>
            <Trans>This stay</Trans>
          </strong>
        ) : (
          <Trans>
            <strong>This stay</strong> {duration}
          </Trans>
        )}
      </span>
    </Link>
  );
}
