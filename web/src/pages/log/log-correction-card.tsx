import { useState } from "react";
import { decide, deleteLog, joinLogs, splitLog } from "../../api/logs/corrections.ts";
import { type Decision, type Doubt, doubtQuestion } from "../../api/logs/doubt.ts";
import type { Log } from "../../api/logs/log.ts";
import { logAfterQuestion, logBeforeQuestion } from "../../api/logs/logs.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { navigate } from "../../routing/location.ts";
import { logPath } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatTimeWithZone } from "../../units/instant.ts";

interface LogCorrectionCardProps {
  readonly log: Log;
  /** The instant that is looked at on chart and plot; null if there is none. */
  readonly instant: Date | null;
}

/** A way to correct the log. `act` resolves to the log that is there afterwards; null if there is none. */
interface Choice {
  readonly words: string;
  readonly act: () => Promise<number | null>;
}

/** Corrects a log: a doubtful one by a decision, any log by joining, splitting or deleting it. */
export function LogCorrectionCard({ log, instant }: LogCorrectionCardProps) {
  const { value: doubt } = useAnswer(doubtQuestion(log.id));
  const decisions = useDecisions(log, doubt ?? null);
  const joins = useJoins(log);
  const splits = useSplit(log, instant);
  const choices: readonly Choice[] =
    doubt == null
      ? [...joins, ...splits, { words: "Delete", act: () => deleteLog(log.id) }]
      : [...decisions, ...(doubt.decisions.includes("join") ? [] : joins), ...splits];
  return (
    <Card title={doubt == null ? "Put it right" : "Is this log right?"}>
      {doubt == null ? null : (
        <p className="log__none">It is not certain where it begins or ends: {doubt.reasons}.</p>
      )}
      {instant !== null || log.track.length < 2 ? null : (
        <p className="log__none">
          To split it in two, first slide along the track to where the second one begins.
        </p>
      )}
      <Choices key={log.id} log={log.id} choices={choices} />
    </Card>
  );
}

/** The decisions that the server suggests for a doubtful log. */
function useDecisions(log: Log, doubt: Doubt | null): readonly Choice[] {
  const { clock } = useDisplay();
  if (doubt === null) return [];
  const words: Readonly<Record<Decision, string>> = {
    keep: "It is right",
    join: "Join with the log beside it",
    split:
      doubt.splitAt === null
        ? "These were two trips"
        : `These were two trips, the second from ${formatTimeWithZone(doubt.splitAt, clock)}`,
    delete: "This was not a trip",
  };
  return doubt.decisions.map((decision) => ({
    words: words[decision],
    act: () => decide(log.id, decision),
  }));
}

function useJoins(log: Log): readonly Choice[] {
  const { value: before = null } = useAnswer(logBeforeQuestion(log.started));
  const { value: after = null } = useAnswer(logAfterQuestion(log.started));
  return [
    ...(before === null ? [] : [{ words: "Join with the log before", act: () => joinLogs(before, log.id) }]),
    ...(after === null ? [] : [{ words: "Join with the log after", act: () => joinLogs(log.id, after) }]),
  ];
}

function useSplit(log: Log, instant: Date | null): readonly Choice[] {
  const { clock } = useDisplay();
  if (instant === null) return [];
  const words = `Split here, at ${formatTimeWithZone(instant, clock)}`;
  return [{ words, act: () => splitLog(log.id, instant) }];
}

/** The first tap chooses, the second one acts. */
function Choices({ log, choices }: { readonly log: number; readonly choices: readonly Choice[] }) {
  const online = useOnline();
  const [chosen, setChosen] = useState<string | null>(null);
  const { run, running, problem } = useCommand(async (choice: Choice) => {
    const remaining = await choice.act();
    setChosen(null);
    if (remaining !== null && remaining !== log) navigate(logPath(remaining), "replace");
    refetchAll();
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
