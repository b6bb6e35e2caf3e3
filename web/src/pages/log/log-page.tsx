import { useEffect, useState } from "react";
import { useAnswer } from "../../answers/use-answer.ts";
import { logQuestion } from "../../api/log.ts";
import { type LogMaking, logMakingQuestion } from "../../api/log-making.ts";
import type { LogLine } from "../../api/logs.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { AsOf } from "../../ui/as-of.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice, ProblemNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Clock, formatDay, formatInstant, formatTime, formatTimeWithZone } from "../../units/instant.ts";
import { LogView } from "./log-view.tsx";
import "./log-page.css";

/** A log that is not finished is looked at again soon: finishing takes seconds. */
const UNFINISHED_SECONDS = 5;

function times({ started, ended }: LogLine, clock: Clock): string {
  if (started === null) return "";
  if (ended === null) return formatInstant(started, clock);
  const sameDay = formatDay(started, clock) === formatDay(ended, clock);
  return sameDay
    ? `${formatDay(started, clock)}, ${formatTime(started, clock)} – ${formatTimeWithZone(ended, clock)}`
    : `${formatInstant(started, clock)} – ${formatInstant(ended, clock)}`;
}

/** What stands under the title; undefined where there is nothing to say. */
function subtitle(
  log: LogLine | null | undefined,
  making: LogMaking | null | undefined,
  clock: Clock,
): string | undefined {
  if (log === undefined) return "…";
  if (log !== null) return times(log, clock);
  const started = making?.started ?? null;
  return started === null ? undefined : `Since ${formatInstant(started, clock)}`;
}

/** One log: its track, its numbers, what people wrote, and its documents. */
export function LogPage({ id }: { readonly id: number }) {
  const { clock } = useDisplay();
  const [waiting, setWaiting] = useState(false);
  const making = useAnswer(logMakingQuestion(id), waiting ? UNFINISHED_SECONDS : null);
  const asked = useAnswer(logQuestion(id), waiting ? UNFINISHED_SECONDS : null);
  const { value: log, problem, askAgain, storedAt } = asked;
  const underWay = log === null && making.value?.active === true;
  const unfinished = log !== null && log !== undefined && (log.name === null || log.distanceNm === null);
  useEffect(() => setWaiting(unfinished), [unfinished]);
  const title =
    log?.name ??
    (underWay ? `Under way${making.value?.from === null ? "" : ` from ${making.value?.from}`}` : `Log ${id}`);
  return (
    <Page
      title={title}
      sub={subtitle(log, making.value, clock)}
      aside={<AsOf storedAt={storedAt} />}
      before={
        <Link to="/logs" className="log__back">
          <Icon name="back" size={20} /> Logbook
        </Link>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={askAgain} />}
      {log === undefined && problem === null ? <Skeleton height="26rem" /> : null}
      {underWay ? (
        <Empty icon="boat" title="The boat is still writing this log">
          <p>Track and numbers appear when it has arrived. Until then, see where it is.</p>
          <Link to="/">Where the boat is now</Link>
        </Empty>
      ) : null}
      {log === null && making.value === null ? (
        <Empty icon="logs" title={`There is no log ${id}`}>
          <p>It may have been deleted, or belong to another boat.</p>
        </Empty>
      ) : null}
      {unfinished ? (
        <Notice tone="plain" icon="clock" title="This log is being written up">
          <p className="notice__more">Track, distance and names of the places appear in a moment.</p>
        </Notice>
      ) : null}
      {log === null || log === undefined ? null : (
        <LogView log={log} making={making.value ?? null} onChanged={askAgain} />
      )}
    </Page>
  );
}
