import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { presentQuestion } from "../../api/boat/present.ts";
import { readingsQuestion } from "../../api/boat/readings.ts";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { useAlertName } from "../../features/alerts/alert-name.ts";
import { AlertRow } from "../../features/alerts/alert-row.tsx";
import { useAlertWords } from "../../features/alerts/alert-words.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { type Answer, useAnswer } from "../../queries/use-answer.ts";
import { useLive } from "../../queries/use-live.ts";
import { FreshFor, useNow } from "../../queries/use-now.ts";
import { useWake } from "../../queries/use-wake.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { freshSecondsOf } from "../../units/freshness.ts";
import { formatInstant } from "../../units/instant.ts";
import { boatStateOf } from "./words/boat-state.ts";
import { BoatWords } from "./words/boat-words.tsx";

/** Poll interval while no events arrive: a compromise between freshness and a metered link. */
const REFRESH_SECONDS = 60;

/** Time of the boat's newest data; undefined while loading. */
function LastMeasured({ time }: { readonly time: Date | null | undefined }) {
  const display = useDisplay();
  const now = useNow();
  if (time === undefined) return <span className="page__to-come">{formatInstant(now, display)}</span>;
  if (time === null) return <Trans>Waiting to hear from the boat.</Trans>;
  return <time dateTime={time.toISOString()}>{formatInstant(time, display)}</time>;
}

/** Active alerts, at the top. */
function Raised({ refresh }: { readonly refresh: number | null }) {
  const { t } = useLingui();
  const { value: raised, refetch } = useAnswer(raisedAlertsQuestion, refresh);
  return raised === undefined || raised.length === 0 ? null : (
    <ul className="alerts" aria-label={t`Raised`}>
      {raised.map((alert) => (
        <AlertRow key={alert.id} alert={alert} onChange={refetch} />
      ))}
    </ul>
  );
}

const NowDetails = lazy(() => import("./now-details.tsx").then((module) => ({ default: module.NowDetails })));

/** Whether all of these are answered or refused. */
function areSettled(answers: readonly Pick<Answer<unknown>, "value" | "problem">[]): boolean {
  return answers.every(({ value, problem }) => value !== undefined || problem !== null);
}

/** The boat's position and state. */
export function NowPage() {
  const { t } = useLingui();
  const refresh = useLive() ? null : REFRESH_SECONDS;
  const readings = useAnswer(readingsQuestion, refresh);
  const recent = useAnswer(recentMetricsQuestion, refresh);
  const present = useAnswer(presentQuestion, refresh);
  const alerts = useAnswer(raisedAlertsQuestion, refresh);
  const rules = useAnswer(rulesQuestion, refresh);
  const isDue = useFirstAnswered();
  const { value: vessel } = useAnswer(vesselQuestion, null, isDue);
  const wake = useWake(isDue);
  const now = useNow();
  const nameOf = useAlertName();
  const wordsOf = useAlertWords();
  const reachable =
    useOnline() && [readings, recent, present, alerts].every(({ storedAt }) => storedAt === null);
  // Without a link the rest may not have been kept, and the values can be read all the same.
  const ofState = reachable ? (present.problem ?? alerts.problem ?? rules.problem) : null;
  const problem = readings.problem ?? recent.problem ?? ofState;
  const rows = recent.value;
  const loading = readings.value === undefined || rows === undefined;
  // The boat's state stands above the rest, which must not move once it can be read.
  const waits = problem === null && (loading || !areSettled([present, alerts, rules]));
  const state =
    loading || present.value === undefined || alerts.value === undefined || rules.value === undefined
      ? undefined
      : boatStateOf(
          {
            ...{ present: present.value, rules: rules.value, readings: readings.value, reachable },
            // All rows of a boat that was never heard are imported.
            rows: vessel?.lastContact === null ? [] : rows,
            alerts: alerts.value.map((one) => ({ ...one, name: nameOf(one), words: wordsOf(one) })),
          },
          now,
        );
  const newest = rows?.at(-1)?.time ?? null;
  const toCome = <Skeleton height="24rem" />;
  return (
    <FreshFor value={freshSecondsOf(rows ?? [])}>
      <Page
        title={t`Now`}
        sub={<LastMeasured time={waits || rows === undefined ? undefined : newest} />}
        aside={<AsOf storedAt={readings.storedAt ?? recent.storedAt} />}
      >
        {problem === null ? null : <ProblemNotice problem={problem} onRetry={readings.refetch} />}
        {state === undefined && !waits ? null : <BoatWords state={state} />}
        <Raised refresh={refresh} />
        {waits ? (
          toCome
        ) : (
          <Suspense fallback={toCome}>
            <NowDetails
              rows={rows}
              readings={readings.value}
              present={present.value}
              alerts={alerts.value ?? []}
              rules={rules.value ?? []}
              state={state}
              wake={wake}
            />
          </Suspense>
        )}
      </Page>
    </FreshFor>
  );
}
