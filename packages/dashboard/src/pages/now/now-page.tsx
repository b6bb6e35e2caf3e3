import { Trans, useLingui } from "@lingui/react/macro";
import { raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { presentQuestion } from "../../api/boat/present.ts";
import { readingsQuestion } from "../../api/boat/readings.ts";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { useAlertName } from "../../features/alerts/alert-name.ts";
import { AlertRow } from "../../features/alerts/alert-row.tsx";
import { useAlertWords } from "../../features/alerts/alert-words.ts";
import { anchorWatchOf } from "../../features/alerts/anchor-watch.ts";
import { shownOf } from "../../measurements/measure.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLive } from "../../queries/use-live.ts";
import { FreshFor, useNow } from "../../queries/use-now.ts";
import { useWake } from "../../queries/use-wake.ts";
import { Link } from "../../routing/link.tsx";
import { BOAT_PATH } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { freshSecondsOf, isFresh } from "../../units/freshness.ts";
import { formatInstant } from "../../units/instant.ts";
import { AnchorLink } from "./anchor-link.tsx";
import { BoatChart } from "./boat-chart.tsx";
import { DayTiles } from "./day/day-tiles.tsx";
import { dayValues } from "./day/day-values.ts";
import { Lying, UnderWay } from "./doing.tsx";
import { Instruments } from "./instruments.tsx";
import { LastVoyages } from "./last-voyages.tsx";
import { Season } from "./season.tsx";
import { boatStateOf } from "./words/boat-state.ts";
import { BoatWords } from "./words/boat-words.tsx";
import "./now-page.css";

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

function NoRows() {
  const { t } = useLingui();
  return (
    <Empty icon="boat" title={t`Nothing from the boat yet`}>
      <p>
        <Trans>As soon as it is connected and switched on, its position and instruments appear here.</Trans>{" "}
        <Link to={BOAT_PATH}>
          <Trans>How to connect it</Trans>
        </Link>
      </p>
    </Empty>
  );
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

/** The boat's position and state. */
export function NowPage() {
  const display = useDisplay();
  const { t } = useLingui();
  const refresh = useLive() ? null : REFRESH_SECONDS;
  const readings = useAnswer(readingsQuestion, refresh);
  const recent = useAnswer(recentMetricsQuestion, refresh);
  const present = useAnswer(presentQuestion, refresh);
  const alerts = useAnswer(raisedAlertsQuestion, refresh);
  const rules = useAnswer(rulesQuestion, refresh);
  const wake = useWake();
  const now = useNow();
  const nameOf = useAlertName();
  const wordsOf = useAlertWords();
  const reachable =
    useOnline() && [readings, recent, present, alerts].every(({ storedAt }) => storedAt === null);
  // Without a link the rest may not have been kept, and the values can be read all the same.
  const ofState = reachable ? (present.problem ?? alerts.problem ?? rules.problem) : null;
  const problem = readings.problem ?? recent.problem ?? ofState;
  const rows = recent.value;
  const loading = readings.value === undefined || rows === undefined || wake === undefined;
  // The boat's state stands above the rest, which must not move once it can be read.
  const isPending = [present, alerts, rules].some(
    ({ value, problem }) => value === undefined && problem === null,
  );
  const waits = problem === null && (loading || isPending);
  const state =
    readings.value === undefined ||
    rows === undefined ||
    present.value === undefined ||
    alerts.value === undefined ||
    rules.value === undefined
      ? undefined
      : boatStateOf(
          {
            ...{ rows, present: present.value, rules: rules.value, readings: readings.value, reachable },
            alerts: alerts.value.map((one) => ({ ...one, name: nameOf(one), words: wordsOf(one) })),
          },
          now,
        );
  const freshSeconds = freshSecondsOf(rows ?? []);
  const newest = rows?.at(-1);
  const lastMeasured = newest?.time ?? null;
  const { log = null, stay = null } = present.value ?? {};
  const fix = rows?.findLast(({ latitude, longitude }) => latitude !== null && longitude !== null);
  const values = dayValues(readings.value ?? [], newest);
  const heading = readings.value?.find(({ key }) => key === "navigation.headingTrue");
  const headingDegrees =
    heading === undefined || heading.value === null || !isFresh(heading.measured, now, freshSeconds)
      ? null
      : shownOf("bearing", heading.value, display);
  return (
    <FreshFor value={freshSeconds}>
      <Page
        title={t`Now`}
        sub={<LastMeasured time={waits || rows === undefined ? undefined : lastMeasured} />}
        aside={<AsOf storedAt={readings.storedAt ?? recent.storedAt} />}
      >
        {problem === null ? null : <ProblemNotice problem={problem} onRetry={readings.refetch} />}
        {state === undefined && !waits ? null : <BoatWords state={state} />}
        <Raised refresh={refresh} />
        {waits ? <Skeleton height="24rem" /> : null}
        {waits ? null : (
          <div className="now__links">
            {log === null ? null : <UnderWay log={log} lastMeasured={lastMeasured} />}
            {log !== null || stay === null ? null : <Lying stay={stay} />}
            <AnchorLink watch={anchorWatchOf(rules.value ?? [])} state={state} />
          </div>
        )}
        {rows?.length === 0 ? <NoRows /> : null}
        {waits ? null : <DayTiles values={values} newest={lastMeasured} alerts={alerts.value ?? []} />}
        {loading || waits || rows.length === 0 ? null : (
          <div className="now">
            <div className="now__column">
              <BoatChart
                wake={wake}
                cogDegrees={fix?.cogDegrees ?? null}
                headingDegrees={headingDegrees}
                stay={log === null ? stay : null}
                newest={lastMeasured}
              />
              <LastVoyages />
            </div>
            <div className="now__column">
              <Instruments
                readings={readings.value ?? []}
                newest={newest}
                alerts={alerts.value ?? []}
                elsewhere={values.map(({ key }) => key)}
              />
              <Season />
            </div>
          </div>
        )}
      </Page>
    </FreshFor>
  );
}
