import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { openLogQuestion } from "../../api/logs/open-log.ts";
import { trackQuestion } from "../../api/logs/track.ts";
import { grown } from "../../features/tracks/grown-track.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLive } from "../../queries/use-live.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant } from "../../units/instant.ts";
import { BackToLogbook } from "./back-to-logbook.tsx";
import { NewestCorrection } from "./corrections/newest-correction.tsx";
import { LogView } from "./log-view.tsx";

/** Poll interval of the whole track while no events arrive. */
const REFRESH_SECONDS = 60;

/** A log outside the logbook: still under way, or absent. */
export function OpenLog({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const { value: log, problem, refetch, storedAt } = useAnswer(openLogQuestion(id));
  if (log === null) {
    return (
      <Page title={t`Log ${id}`} before={<BackToLogbook />}>
        <Empty icon="logs" title={t`There is no log ${id}`}>
          <p>
            <Trans>It may have been deleted or joined with another, or belong to another boat.</Trans>
          </p>
        </Empty>
        <NewestCorrection log={id} />
      </Page>
    );
  }
  if (log === undefined) {
    return (
      <Page title={t`Log ${id}`} sub="…" before={<BackToLogbook />}>
        {problem === null ? (
          <Skeleton height="58vh" />
        ) : (
          <ProblemNotice problem={problem} onRetry={refetch} />
        )}
      </Page>
    );
  }
  return <SailedLog id={id} log={log} storedAt={storedAt} />;
}

interface SailedLogProps {
  readonly id: number;
  readonly log: NonNullable<ReturnType<ReturnType<typeof openLogQuestion>["parse"]>>;
  readonly storedAt: Date | null;
}

/** The log under way: its track grows with each row. */
function SailedLog({ id, log, storedAt }: SailedLogProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const live = useLive();
  const refreshSeconds = live ? null : REFRESH_SECONDS;
  const { value: written } = useAnswer(trackQuestion(id), refreshSeconds);
  const { value: rows } = useAnswer(recentMetricsQuestion, refreshSeconds);
  const track = useMemo(() => grown(written ?? [], rows ?? []), [written, rows]);
  const since = log.started === null ? "" : formatInstant(log.started, display);
  return (
    <Page
      title={log.name ?? (log.from === null ? t`Under way` : t`Under way from ${log.from}`)}
      sub={since === "" ? undefined : t`Since ${since}. The boat is still under way.`}
      aside={<AsOf storedAt={storedAt} />}
      before={<BackToLogbook />}
    >
      <LogView log={log} track={track} />
    </Page>
  );
}
