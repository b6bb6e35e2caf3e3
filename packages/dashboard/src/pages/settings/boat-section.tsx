import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { boatFactsQuestion } from "../../api/boat/facts.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { NewToken } from "../../features/boat/new-token.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { BOAT_PATH, START_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { metres, spoken } from "../../units/quantity.ts";

function Facts() {
  const display = useDisplay();
  const { t } = useLingui();
  const { value: vessel } = useAnswer(vesselQuestion);
  const { value: facts } = useAnswer(boatFactsQuestion);
  const lines: readonly (readonly [string, string | null | undefined])[] = [
    [t`Name`, vessel?.name],
    ["MMSI", vessel?.mmsi],
    [t`Length`, facts?.length == null ? null : spoken(metres(facts.length, display))],
    [t`Beam`, facts?.beam == null ? null : spoken(metres(facts.beam, display))],
    [t`Height`, facts?.height == null ? null : spoken(metres(facts.height, display))],
    [t`Plugin`, facts?.plugin],
  ];
  return (
    <dl className="settings__facts">
      {lines.map(([name, value]) => (
        <div key={name} className="settings__fact">
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts about the boat, and its token; the way to one, if there is none. */
export function BoatSection({ hasBoat }: { readonly hasBoat: boolean }) {
  const { t } = useLingui();
  const [token, setToken] = useState<string | null>(null);
  if (!hasBoat) {
    return (
      <Card title={t`Boat`}>
        <p>
          <Trans>Its name, its size and its token appear here.</Trans>
        </p>
        <div className="settings__actions">
          <ButtonLink kind="quiet" to={START_PATH}>
            <Trans>First steps</Trans>
          </ButtonLink>
        </div>
      </Card>
    );
  }
  return (
    <Card title={t`Boat`}>
      <Facts />
      {token === null ? null : (
        <div className="settings__part">
          <Notice tone="warn" icon="alert" title={t`The old token no longer works`}>
            <p className="notice__more">
              <Trans>The boat sends nothing more until its plugin has the new one.</Trans>
            </p>
          </Notice>
          <CopyField label={t`Token`} value={token} />
        </div>
      )}
      <div className="settings__actions">
        <NewToken onToken={setToken} />
        <ButtonLink kind="quiet" to={BOAT_PATH}>
          <Trans>Connect the boat</Trans>
        </ButtonLink>
        <ButtonLink kind="quiet" to={START_PATH}>
          <Trans>First steps</Trans>
        </ButtonLink>
      </div>
    </Card>
  );
}
