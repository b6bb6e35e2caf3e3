import { useState } from "react";
import { askEverythingAgain, useAnswer } from "../../answers/use-answer.ts";
import { useCommand } from "../../answers/use-command.ts";
import { decide, deleteLog, joinLogs, splitLog } from "../../api/corrections.ts";
import { type Decision, doubtQuestion } from "../../api/doubt.ts";
import type { Log } from "../../api/log.ts";
import { logBeforeQuestion } from "../../api/logs.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { navigate } from "../../routing/location.ts";
import { logPath } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ProblemNotice } from "../../ui/notice.tsx";
import { formatTimeWithZone } from "../../units/instant.ts";

interface LogCorrectionCardProps {
  readonly log: Log;
  /** The instant that is looked at on chart and curve; null when none is. */
  readonly instant: Date | null;
}

/** Something that a person can say of the log, and what it does; it gives the log that is there afterwards. */
interface Choice {
  readonly words: string;
  readonly act: () => Promise<number | null>;
}

/** Puts a log right: a doubtful one by deciding, any other by joining, splitting or deleting it. */
export function LogCorrectionCard({ log, instant }: LogCorrectionCardProps) {
  const { clock } = useDisplay();
  const { value: doubt } = useAnswer(doubtQuestion(log.id));
  const { value: before } = useAnswer(logBeforeQuestion(log.started));
  const decisions: Readonly<Record<Decision, string>> = {
    keep: "It is right",
    join: "Join with the log beside it",
    split:
      doubt?.splitAt == null
        ? "These were two trips"
        : `These were two trips, the second from ${formatTimeWithZone(doubt.splitAt, clock)}`,
    delete: "This was not a trip",
  };
  const previous = before?.[0];
  const choices: readonly Choice[] =
    doubt == null
      ? [
          ...(previous === undefined
            ? []
            : [{ words: "Join with the log before", act: () => joinLogs(previous, log.id) }]),
          ...(instant === null
            ? []
            : [
                {
                  words: `Split here, at ${formatTimeWithZone(instant, clock)}`,
                  act: () => splitLog(log.id, instant),
                },
              ]),
          { words: "Delete", act: () => deleteLog(log.id) },
        ]
      : doubt.decisions.map((decision) => ({
          words: decisions[decision],
          act: () => decide(log.id, decision),
        }));
  return (
    <Card title={doubt == null ? "Put it right" : "Is this log right?"}>
      {doubt == null ? (
        <p className="log__none">
          To split it in two, first slide along the track to where the second one begins.
        </p>
      ) : (
        <p className="log__none">It is not certain where it begins or ends: {doubt.reasons}.</p>
      )}
      <Choices key={log.id} log={log.id} choices={choices} />
    </Card>
  );
}

/** One tap chooses, a second one does it. */
function Choices({ log, choices }: { readonly log: number; readonly choices: readonly Choice[] }) {
  const online = useOnline();
  const [chosen, setChosen] = useState<string | null>(null);
  const { run, running, problem } = useCommand(async (choice: Choice) => {
    const now = await choice.act();
    setChosen(null);
    if (now !== null && now !== log) navigate(logPath(now), "replace");
    askEverythingAgain();
  });
  const choice = choices.find(({ words }) => words === chosen);
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <div className="form__actions">
        {choice === undefined ? (
          choices.map(({ words }) => (
            <Button key={words} kind="quiet" disabled={!online} onClick={() => setChosen(words)}>
              {words}
            </Button>
          ))
        ) : (
          <>
            <Button busy={running} onClick={() => void run(choice)}>
              Yes: {choice.words}
            </Button>
            <Button kind="quiet" onClick={() => setChosen(null)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </>
  );
}
