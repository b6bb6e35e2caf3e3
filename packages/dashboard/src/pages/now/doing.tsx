import { Trans, useLingui } from "@lingui/react/macro";
import type { OpenLog, OpenStay } from "../../api/boat/present.ts";
import type { Display } from "../../preferences/display.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { logPath, stayPath } from "../../routing/paths.ts";
import { StayIcon } from "../../ui/figures/stay-type.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import { formatDay, formatInstant, formatTimeWithZone } from "../../units/instant.ts";

/** The time alone if it was today. */
function since(started: Date, now: Date, display: Display): string {
  return formatDay(started, display) === formatDay(now, display)
    ? formatTimeWithZone(started, display)
    : formatInstant(started, display);
}

/** The open log. */
export function UnderWay({
  log,
  lastMeasured,
}: {
  readonly log: OpenLog;
  readonly lastMeasured: Date | null;
}) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const words = [
    isFresh(lastMeasured, now) ? t`Under way` : t`When last heard from: under way`,
    ...(log.from === null ? [] : [t`from ${log.from}`]),
    ...(log.started === null ? [] : [t`since ${since(log.started, now, display)}`]),
  ];
  return (
    <Link to={logPath(log.id)} className="now__doing now__doing--moving">
      <Icon name="boat" />
      <span>{words.join(" ")}</span>
    </Link>
  );
}

/** The current stay. */
export function Lying({ stay }: { readonly stay: OpenStay }) {
  const display = useDisplay();
  const now = useNow();
  const { name, arrived } = stay;
  return (
    <Link to={stayPath(stay.id)} className="now__doing">
      <StayIcon code={stay.stayCode} />
      <span>
        {name === null ? <Trans>Lying</Trans> : <strong>{name}</strong>}
        {arrived === null ? null : (
          <>
            {" "}
            <Trans>
              since {since(arrived, now, display)}, {formatDuration(ageSeconds(arrived, now))}
            </Trans>
          </>
        )}
      </span>
    </Link>
  );
}
