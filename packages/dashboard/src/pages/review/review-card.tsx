import { Trans, useLingui } from "@lingui/react/macro";
import { undoEdit } from "../../api/logs/corrections.ts";
import { decideEntry, type ReviewEntry } from "../../api/logs/review.ts";
import { sentence } from "../../api/sentence.ts";
import type { LogTrack } from "../../api/tracks/lines.ts";
import { Miniature } from "../../map/miniature.tsx";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatInstants } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { type Choice, useChoices, useQuestion } from "./decision-words.ts";

/** A decision made here. */
export interface Answered {
  readonly entry: ReviewEntry;
  readonly words: string;
  /** The resulting edit, for undo; null while it is being sent. */
  readonly edit: number | null;
}

interface ReviewCardProps {
  readonly entry: ReviewEntry;
  /** The track of a doubtful log. */
  readonly track: LogTrack | undefined;
  readonly answered: Answered | undefined;
  /** Null if it is pending again. */
  readonly onAnswer: (answered: Answered | null) => void;
}

/** A pending decision with its choices. A decision can be undone. */
export function ReviewCard({ entry, track, answered, onAnswer }: ReviewCardProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const online = useOnline();
  const question = useQuestion()(entry);
  const choices = useChoices()(entry);
  const { kind, started, ended, distanceNm } = entry;
  const answer = useCommand(async ({ decision, words }: Choice) => {
    onAnswer({ entry, words, edit: null });
    try {
      const edit = await decideEntry(entry.id, decision);
      onAnswer(edit === null ? null : { entry, words, edit });
    } catch (thrown) {
      onAnswer(null);
      throw thrown;
    }
    refetchAll();
  });
  const undo = useCommand(async (edit: number) => {
    await undoEdit(edit);
    onAnswer(null);
    refetchAll();
  });
  const name = entry.name ?? t`Log ${entry.id}`;
  const facts = [
    started === null || ended === null ? null : formatInstants(started, ended, display),
    distanceNm === null ? null : spoken(nauticalMiles(distanceNm, display)),
  ];
  return (
    <li className={answered === undefined ? "review" : "review review--answered"}>
      <Miniature track={kind === "doubt" ? (track ?? entry.line) : entry.line} />
      <div className="review__words">
        <h3 className="review__title">
          {kind === "doubt" ? <Link to={logPath(entry.id)}>{name}</Link> : name}
        </h3>
        <p className="review__facts">{facts.filter((fact) => fact !== null).join(", ")}</p>
        <p>{question}</p>
        {entry.reasons === "" ? null : (
          <p className="review__reasons">{sentence(entry.reasons.replace(/[.]?$/, "."))}</p>
        )}
      </div>
      <div className="review__answers">
        {answer.problem === null ? null : <ProblemNotice problem={answer.problem} />}
        {undo.problem === null ? null : <ProblemNotice problem={undo.problem} />}
        {answered === undefined ? (
          choices.map((choice) => (
            <Button
              key={choice.decision}
              kind="quiet"
              disabled={!online}
              onClick={() => void answer.run(choice)}
            >
              {choice.words}
              <span className="visually-hidden">: {name}</span>
            </Button>
          ))
        ) : (
          <>
            <p className="review__said" role="status">
              <Icon name="check" size={20} />
              <span>
                <Trans>You said: {answered.words}.</Trans>
              </span>
            </p>
            {/* The button that had the focus is gone. */}
            <Button
              kind="quiet"
              autoFocus
              busy={undo.running}
              disabled={answered.edit === null || !online}
              onClick={() => {
                if (answered.edit !== null) void undo.run(answered.edit);
              }}
            >
              <Trans>Undo</Trans>
              <span className="visually-hidden">: {name}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
