import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { LogLine } from "../../api/logs/logs.ts";
import type { Display } from "../../preferences/display.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant, formatInstants } from "../../units/instant.ts";
import { BackToLogbook } from "./back-to-logbook.tsx";
import { LogView } from "./log-view.tsx";
import { ShareLog } from "./share/share-log.tsx";
import { useWholeLog } from "./use-whole-log.ts";
import "./log-page.css";

const OpenLog = lazy(() => import("./open-log.tsx").then((module) => ({ default: module.OpenLog })));

function times({ started, ended }: LogLine, display: Display): string {
  if (started === null) return "";
  return ended === null ? formatInstant(started, display) : formatInstants(started, ended, display);
}

/** A log: track, figures, entries and documents. */
export function LogPage({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { log, track, isWriting, problem, refetch, storedAt } = useWholeLog(id);
  if (log === null) {
    return (
      <Suspense
        fallback={
          <Page title={t`Log ${id}`} sub="…" before={<BackToLogbook />}>
            <Skeleton height="58vh" />
          </Page>
        }
      >
        <OpenLog id={id} />
      </Suspense>
    );
  }
  return (
    <Page
      title={log?.name ?? t`Log ${id}`}
      sub={log === undefined ? "…" : times(log, display)}
      aside={<AsOf storedAt={storedAt} />}
      before={
        <div className="log__way">
          <BackToLogbook />
          {log === undefined || log.ended === null ? null : <ShareLog id={id} />}
        </div>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {log === undefined && problem === null ? <Skeleton height="58vh" /> : null}
      {isWriting ? (
        <Notice tone="plain" icon="clock" title={t`This log is being written up`}>
          <p className="notice__more">
            <Trans>Its figures, track and name appear in a moment.</Trans>
          </p>
        </Notice>
      ) : null}
      {log?.doubtful === true ? (
        <Notice tone="warn" icon="alert" title={t`Please check this log`}>
          <p className="notice__more">
            <Trans>It is not certain where it begins or ends. You can correct it below the chart.</Trans>
          </p>
        </Notice>
      ) : null}
      {log === undefined ? null : <LogView log={log} track={track} />}
    </Page>
  );
}
