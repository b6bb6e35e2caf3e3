import { Trans, useLingui } from "@lingui/react/macro";
import type { StayOfPage, StayReason } from "../../api/places/stay.ts";
import { sentence } from "../../api/sentence.ts";
import { useLasting } from "../../features/stays/stay-times.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { durationParts } from "../../units/duration.ts";
import { formatInstant } from "../../units/instant.ts";
import { formatLatitude, formatLongitude } from "../../units/position.ts";
import { metres } from "../../units/quantity.ts";

/** A stay's arrival and departure with their reasons, its duration and place. */
export function StayFacts({ stay }: { readonly stay: StayOfPage }) {
  const { t } = useLingui();
  const display = useDisplay();
  const lasted = useLasting()(stay);
  return (
    <Card title={t`Arrival and departure`}>
      <dl className="places__reasons">
        <Boundary label={t`Arrived`} at={stay.arrived} reason={stay.arrivalReason} />
        {stay.departed === null ? (
          <div>
            <dt>
              <Trans>Departed</Trans>
            </dt>
            <dd>
              <Trans>Not yet: the boat is still here.</Trans>
            </dd>
          </div>
        ) : (
          <Boundary label={t`Departed`} at={stay.departed} reason={stay.departureReason} />
        )}
        {stay.latitude === null || stay.longitude === null ? null : (
          <div>
            <dt>
              <Trans>Position</Trans>
            </dt>
            <dd>
              {formatLatitude(stay.latitude)} {formatLongitude(stay.longitude)}
            </dd>
          </div>
        )}
      </dl>
      <div className="places__more">
        <Figures label={t`The stay in numbers`}>
          <Figure label={t`Duration`} quantity={durationParts(lasted)} />
          {stay.radiusM === null ? null : (
            <Figure
              label={t`Lay within`}
              quantity={{ ...metres(stay.radiusM, display), figure: String(Math.round(stay.radiusM)) }}
            />
          )}
        </Figures>
      </div>
    </Card>
  );
}

interface BoundaryProps {
  readonly label: string;
  readonly at: Date | null;
  readonly reason: StayReason | null;
}

function Boundary({ label, at, reason }: BoundaryProps) {
  const display = useDisplay();
  return (
    <div>
      <dt>{label}</dt>
      <dd>{at === null ? "–" : formatInstant(at, display)}</dd>
      {reason === null ? null : (
        <dd className="places__quiet">{sentence(reason.text.replace(/[.]?$/, "."))}</dd>
      )}
    </div>
  );
}
