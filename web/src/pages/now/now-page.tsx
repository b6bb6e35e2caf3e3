import { type Monitoring, monitoringQuestion } from "../../api/boat/monitoring.ts";
import { type MetricRow, recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { activeLogQuestion } from "../../api/logs/active-log.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { BOAT_PATH, logPath } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import { type Clock, formatDay, formatInstant, formatTimeWithZone } from "../../units/instant.ts";
import { Instruments } from "./instruments.tsx";
import { LatestPosition } from "./latest-position.tsx";
import "./now-page.css";

/** Often enough to be useful, rarely enough for a metered link. */
const REFRESH_SECONDS = 60;

function LastMeasured({ monitoring }: { readonly monitoring: Monitoring | null | undefined }) {
  const { clock } = useDisplay();
  const now = useNow();
  const time = monitoring?.time ?? null;
  if (time === null) return <span>Waiting to hear from the boat.</span>;
  return (
    <time dateTime={time.toISOString()}>
      {formatInstant(time, clock)} · {formatAge(ageSeconds(time, now))}
    </time>
  );
}

/** The time of day alone if it was today. */
function since(started: Date, now: Date, clock: Clock): string {
  return formatDay(started, clock) === formatDay(now, clock)
    ? formatTimeWithZone(started, clock)
    : formatInstant(started, clock);
}

/** The log that is being written. */
function UnderWay({ lastMeasured }: { readonly lastMeasured: Date | null }) {
  const { value: log } = useAnswer(activeLogQuestion, REFRESH_SECONDS);
  const { clock } = useDisplay();
  const now = useNow();
  if (log === undefined || log === null) return null;
  const words = [
    isFresh(lastMeasured, now) ? "Under way" : "When last heard from: under way",
    ...(log.from === null ? [] : [`from ${log.from}`]),
    ...(log.started === null ? [] : [`since ${since(log.started, now, clock)}`]),
  ];
  return (
    <Link to={logPath(log.id)} className="now__underway">
      <Icon name="boat" />
      <span>{words.join(" ")}</span>
    </Link>
  );
}

function NoRows() {
  return (
    <Empty icon="boat" title="Nothing from the boat yet">
      <p>
        As soon as it is connected and switched on, its position and instruments appear here.{" "}
        <Link to={BOAT_PATH}>How to connect it</Link>
      </p>
    </Empty>
  );
}

/** The position to show: the newest one that the boat sent. */
function newestFix(rows: readonly MetricRow[]): MetricRow | undefined {
  return rows.findLast((row) => row.latitude !== null && row.longitude !== null);
}

/** Where the boat is and how it is doing. */
export function NowPage() {
  const monitoring = useAnswer(monitoringQuestion, REFRESH_SECONDS);
  const recent = useAnswer(recentMetricsQuestion, REFRESH_SECONDS);
  const problem = monitoring.problem ?? recent.problem;
  const nothing = monitoring.value === null && recent.value !== undefined && recent.value.length === 0;
  const loading = monitoring.value === undefined || recent.value === undefined;
  const newest = recent.value?.at(-1);
  return (
    <Page
      title="Now"
      sub={loading ? "…" : <LastMeasured monitoring={monitoring.value} />}
      aside={<AsOf storedAt={monitoring.storedAt ?? recent.storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={monitoring.refetch} />}
      <UnderWay lastMeasured={monitoring.value?.time ?? null} />
      {loading && problem === null ? <Skeleton height="24rem" /> : null}
      {nothing ? <NoRows /> : null}
      {loading || nothing ? null : (
        <div className="now">
          <LatestPosition rows={recent.value ?? []} fix={newestFix(recent.value ?? [])} />
          <Instruments monitoring={monitoring.value ?? null} newest={newest} />
        </div>
      )}
    </Page>
  );
}
