import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { settingsQuestion } from "../../api/account/settings.ts";
import { ConnectBoat } from "../../features/boat/connect-boat.tsx";
import { type BoatToken, PluginSteps } from "../../features/boat/plugin-steps.tsx";
import { RegisterForm } from "../../features/boat/register-form.tsx";
import { SampleVoyage } from "../../features/boat/sample-voyage.tsx";
import { ShowToken } from "../../features/boat/show-token.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { START_PATH } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import "./boat-page.css";

/** Registers a boat, or shows the registered boat's token. */
export function BoatPage() {
  const { t } = useLingui();
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  const [token, setToken] = useState<BoatToken | null>(null);
  const known = settings?.hasVessel === true;
  return (
    <Page
      title={known || token !== null ? t`Connect your boat` : t`Register your boat`}
      sub={t`A plugin on the boat's navigation server sends the log here.`}
    >
      <div className="boat-page">
        {settings === undefined && problem === null ? <Skeleton height="14rem" /> : null}
        {settings === undefined && problem !== null ? (
          <ProblemNotice problem={problem} onRetry={refetch} />
        ) : null}
        {known ? (
          <Card title={t`Connect the boat`}>
            <ConnectBoat />
          </Card>
        ) : null}
        {settings !== undefined && token === null ? (
          known ? (
            <ShowToken email={settings.email} onToken={setToken} />
          ) : (
            <RegisterForm email={settings.email} onToken={setToken} />
          )
        ) : null}
        {token === null ? null : <PluginSteps {...token} />}
        {token?.news === "registered" ? <SampleVoyage /> : null}
        {settings === undefined ? null : (
          <p className="boat-page__more">
            <Trans>
              Where the plugin is found, and how to try it, stands in the{" "}
              <Link to={START_PATH}>first steps</Link>.
            </Trans>
          </p>
        )}
      </div>
    </Page>
  );
}
