import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { settingsQuestion } from "../../api/account/settings.ts";
import { type FirstSteps, firstStepsQuestion } from "../../api/boat/first-steps.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { RegisterForm } from "../../features/boat/register-form.tsx";
import { SampleVoyage } from "../../features/boat/sample-voyage.tsx";
import { NothingKept } from "../../features/offline/nothing-kept.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { IMPORT_PATH, logPath, NOW_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { TellPlugin } from "./tell-plugin.tsx";
import "./start-page.css";

/** Poll interval while waiting for the boat, in seconds. */
const LOOKS = 5;

interface StepProps {
  readonly title: string;
  readonly done: boolean;
  readonly children?: ReactNode;
}

/** A step, ticked off automatically. */
function Step({ title, done, children }: StepProps) {
  return (
    <li className={done ? "start__step start__step--done" : "start__step"}>
      <span className="start__mark">{done ? <Icon name="check" size={20} /> : null}</span>
      <div className="start__words">
        <h2>
          {title}
          <span className="visually-hidden">: {done ? <Trans>done</Trans> : <Trans>to do</Trans>}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}

const NOTHING: FirstSteps = { plugin: false, rows: false, log: null, sample: null, sampleLog: null };

/** A new user's first steps, with progress. */
export function StartPage() {
  const { t } = useLingui();
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  const [token, setToken] = useState<string | null>(null);
  return (
    <Page title={t`First steps`} sub={t`From an empty logbook to one that writes itself.`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      <NothingKept />
      {settings === undefined ? (
        <Skeleton height="24rem" />
      ) : settings.hasVessel ? (
        <Steps email={settings.email} token={token} onToken={setToken} />
      ) : (
        <ol className="start">
          <Step title={t`Register your boat`} done={false}>
            <RegisterForm email={settings.email} onToken={(made) => setToken(made.token)} />
          </Step>
          <Step title={t`Set up the plugin on board`} done={false} />
          <Step title={t`The first data`} done={false} />
          <Step title={t`The first voyage`} done={false} />
        </ol>
      )}
    </Page>
  );
}

interface StepsProps {
  readonly email: string;
  readonly token: string | null;
  readonly onToken: (token: string) => void;
}

function Steps({ email, token, onToken }: StepsProps) {
  const { t } = useLingui();
  const { value: vessel, problem: noName } = useAnswer(vesselQuestion);
  const { value: known, problem, refetch } = useAnswer(firstStepsQuestion, LOOKS);
  const isNamed = vessel !== undefined || noName !== null;
  if (problem === null && !(isNamed && known !== undefined)) return <Skeleton height="24rem" />;
  const steps = known ?? NOTHING;
  const told = steps.plugin || steps.rows;
  const name = vessel?.name ?? t`Your boat`;
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      <div className="start__columns">
        <ol className="start">
          <Step title={t`${name} is registered`} done />
          <Step title={told ? t`The plugin is set up` : t`Set up the plugin on board`} done={told}>
            {told ? null : <TellPlugin email={email} token={token} onToken={onToken} />}
          </Step>
          <Step title={steps.rows ? t`The first data has come` : t`The first data`} done={steps.rows}>
            {steps.rows ? (
              <Link to={NOW_PATH} className="start__link">
                <Trans>See where she is</Trans>
              </Link>
            ) : (
              <p>
                <Trans>
                  Within a minute after the boat is connected. Another plugin waits for a position, a speed
                  and a course, and takes up to ten.
                </Trans>
              </p>
            )}
          </Step>
          <Step
            title={steps.log === null ? t`The first voyage` : t`The first voyage is logged`}
            done={steps.log !== null}
          >
            {steps.log === null ? (
              <p>
                <Trans>
                  Cast off. The log begins by itself, and ends when you are moored or at anchor again.
                </Trans>
              </p>
            ) : (
              <Link to={logPath(steps.log)} className="start__link">
                <Trans>Open the log</Trans>
              </Link>
            )}
          </Step>
        </ol>
        <div className="start__aside">
          <SampleVoyage />
          <Card title={t`Bring your past`}>
            <p>
              <Trans>
                Tracks from a chart plotter, a phone or another logbook become logs: GPX, KML, NMEA 0183,
                Signal K history or CSV.
              </Trans>
            </p>
            <div className="form__actions">
              <ButtonLink kind="quiet" to={IMPORT_PATH}>
                <Trans>Import a file</Trans>
              </ButtonLink>
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}
