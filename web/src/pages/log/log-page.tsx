import { useEffect, useState } from "react";
import { logQuestion } from "../../api/logs/log.ts";
import type { LogLine } from "../../api/logs/logs.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { type Clock, formatInstant, formatInstants } from "../../units/instant.ts";
import { BackToLogbook } from "./back-to-logbook.tsx";
import { LogView } from "./log-view.tsx";
import { MissingLog } from "./missing-log.tsx";
import "./log-page.css";

/** A log that is not finished is asked for again soon: finishing takes seconds. */
const UNFINISHED_SECONDS = 5;

function times({ started, ended }: LogLine, clock: Clock): string {
  if (started === null) return "";
  return ended === null ? formatInstant(started, clock) : formatInstants(started, ended, clock);
}

/** One log: its track, its numbers, what people wrote, and its documents. */
export function LogPage({ id }: { readonly id: number }) {
  const { clock } = useDisplay();
  const [waiting, setWaiting] = useState(false);
  const {
    value: log,
    problem,
    refetch,
    storedAt,
  } = useAnswer(logQuestion(id), waiting ? UNFINISHED_SECONDS : null);
  const unfinished = log !== null && log !== undefined && (log.name === null || log.distanceNm === null);
  useEffect(() => setWaiting(unfinished), [unfinished]);
  if (log === null) return <MissingLog id={id} />;
  return (
    <Page
      title={log?.name ?? `Log ${id}`}
      sub={log === undefined ? "…" : times(log, clock)}
      aside={<AsOf storedAt={storedAt} />}
      before={<BackToLogbook />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {log === undefined && problem === null ? <Skeleton height="26rem" /> : null}
      {unfinished ? (
        <Notice tone="plain" icon="clock" title="This log is being written up">
          <p className="notice__more">Track, distance and names of the places appear in a moment.</p>
        </Notice>
      ) : null}
      {log?.doubtful === true ? (
        <Notice tone="warn" icon="alert" title="Please check this log">
          <p className="notice__more">
            It is not certain where it begins or ends. You can correct it further down this page.
          </p>
        </Notice>
      ) : null}
      {log === undefined ? null : <LogView log={log} onChanged={refetch} />}
    </Page>
  );
}
