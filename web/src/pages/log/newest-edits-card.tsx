import { undoEdit } from "../../api/logs/corrections.ts";
import { type Edit, editsQuestion, type Span } from "../../api/logs/edits.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatInstant } from "../../units/instant.ts";

const WORDS: Readonly<Record<string, string>> = {
  join: "Logs joined",
  split: "Log split",
  delete: "Log deleted",
  keep: "Log confirmed",
  stay: "Stay changed",
  draw: "Log drawn by hand",
};

interface NewestEditsCardProps {
  /** The time of the log that is shown; null if there is no log, and any correction may be the reason. */
  readonly span: Span | null;
}

/** The newest corrections of a log, or of the logbook, each of which can be undone. Nothing if there are none. */
export function NewestEditsCard({ span }: NewestEditsCardProps) {
  const { value: edits } = useAnswer(editsQuestion(span));
  const { clock } = useDisplay();
  const online = useOnline();
  const { run, running, problem } = useCommand(async (edit: Edit) => {
    await undoEdit(edit.id);
    refetchAll();
  });
  if (edits === undefined || edits.length === 0) return null;
  return (
    <Card title={span === null ? "Newest corrections" : "Corrections of this log"}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <ul className="log__edits">
        {edits.map((edit) => (
          <li key={edit.id}>
            <span>
              {WORDS[edit.kind] ?? edit.kind}
              {edit.started === null ? "" : `, ${formatInstant(edit.started, clock)}`}
              {edit.by === null ? "" : `, by ${edit.by}`}
            </span>
            <Button kind="quiet" disabled={!online || running} onClick={() => void run(edit)}>
              Undo
              <span className="visually-hidden"> {(WORDS[edit.kind] ?? edit.kind).toLowerCase()}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
