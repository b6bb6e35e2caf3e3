import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type ReviewEntry, type ReviewKind, reviewQuestion } from "../../api/logs/review.ts";
import { type LogTrack, miniaturesQuestion } from "../../api/tracks/lines.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { type Answered, ReviewCard } from "./review-card.tsx";
import "./review-page.css";

/** Pending decisions about the logbook. Those made here stay visible, so that they can be undone. */
export function ReviewPage() {
  const { t } = useLingui();
  const { value: waiting, storedAt, problem, refetch } = useAnswer(reviewQuestion, 60);
  const [answered, setAnswered] = useState<ReadonlyMap<number, Answered>>(new Map());
  const logs = (waiting ?? []).filter(({ kind }) => kind === "doubt").map(({ id }) => id);
  const { value: tracks } = useAnswer(miniaturesQuestion(logs));
  const shown = withAnswered(waiting ?? [], answered);
  const open = shown.filter(({ id }) => !answered.has(id)).length;
  const groups: readonly { readonly kind: ReviewKind; readonly title: string }[] = [
    { kind: "doubt", title: t`Logs that may be wrong` },
    { kind: "unrecorded", title: t`Passages that were not recorded` },
    { kind: "relocation", title: t`Seen again somewhere else` },
  ];

  function remember(id: number, answer: Answered | null): void {
    setAnswered((before) => {
      const next = new Map(before);
      if (answer === null) next.delete(id);
      else next.set(id, answer);
      return next;
    });
  }

  return (
    <Page
      title={t`Review`}
      sub={
        waiting === undefined ? (
          "…"
        ) : open === 0 ? (
          <Trans>Nothing to check</Trans>
        ) : (
          <Plural value={open} one="# thing to check" other="# things to check" />
        )
      }
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {waiting === undefined && problem === null ? <Skeleton height="10rem" count={3} /> : null}
      {waiting !== undefined && shown.length === 0 ? (
        <Empty icon="check" title={t`The logbook is in order`}>
          <p>
            <Trans>
              Logs that begin or end in a silence, and passages of which nothing was recorded, wait here until
              you say what they were.
            </Trans>
          </p>
          <Link to={LOGS_PATH}>
            <Trans>To the logbook</Trans>
          </Link>
        </Empty>
      ) : null}
      {groups.map(({ kind, title }) => (
        <Group
          key={kind}
          title={title}
          entries={shown.filter((entry) => entry.kind === kind)}
          tracks={tracks}
          answered={answered}
          onAnswer={remember}
        />
      ))}
    </Page>
  );
}

/** Pending decisions and those made here, newest first. */
function withAnswered(
  waiting: readonly ReviewEntry[],
  answered: ReadonlyMap<number, Answered>,
): readonly ReviewEntry[] {
  const gone = [...answered.values()]
    .map(({ entry }) => entry)
    .filter((entry) => !waiting.some(({ id }) => id === entry.id));
  return [...waiting, ...gone].sort((a, b) => (b.started?.getTime() ?? 0) - (a.started?.getTime() ?? 0));
}

interface GroupProps {
  readonly title: string;
  readonly entries: readonly ReviewEntry[];
  readonly tracks: ReadonlyMap<number, LogTrack> | undefined;
  readonly answered: ReadonlyMap<number, Answered>;
  readonly onAnswer: (id: number, answered: Answered | null) => void;
}

function Group({ title, entries, tracks, answered, onAnswer }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="reviews" aria-label={title}>
        {entries.map((entry) => (
          <ReviewCard
            key={entry.id}
            entry={entry}
            track={tracks?.get(entry.id)}
            answered={answered.get(entry.id)}
            onAnswer={(answer) => onAnswer(entry.id, answer)}
          />
        ))}
      </ul>
    </Card>
  );
}
