import { Trans, useLingui } from "@lingui/react/macro";
import { refetchAll } from "../../../queries/answers.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { navigate } from "../../../routing/location.ts";
import { logPath } from "../../../routing/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import type { Correction } from "./correction.ts";
import "./preview-dialog.css";

interface PreviewDialogProps {
  /** Null while nothing is chosen. */
  readonly correction: Correction | null;
  /** The log on the page; null if the page has none. */
  readonly log: number | null;
  readonly onClose: () => void;
}

/** Previews a correction of the logbook. */
export function PreviewDialog({ correction, log, onClose }: PreviewDialogProps) {
  const { t } = useLingui();
  const { run, running, problem } = useCommand(async (chosen: Correction) => {
    const remaining = await chosen.act();
    onClose();
    if (remaining !== null && remaining !== log) navigate(logPath(remaining), "replace");
    refetchAll();
  });
  return (
    <Dialog title={t`Preview`} open={correction !== null} busy={running} onClose={onClose}>
      {correction === null ? null : (
        <>
          <p className="preview__what">{correction.words}</p>
          <div className="preview">
            <Side title={t`Now`} sentences={correction.before} />
            <Icon name="forward" />
            <Side title={t`Then`} sentences={correction.after} />
          </div>
          {problem === null ? null : <ProblemNotice problem={problem} />}
          <DialogAnswers>
            <Button kind="quiet" disabled={running} onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button busy={running} onClick={() => void run(correction)}>
              <Trans>Confirm</Trans>
            </Button>
          </DialogAnswers>
        </>
      )}
    </Dialog>
  );
}

function Side({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  return (
    <section className="preview__side">
      <h3>{title}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
