import { Plural, Trans } from "@lingui/react/macro";
import { otherLogsQuestion } from "../../../api/logs/any-log.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../../ui/dialog.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";

interface PublishDialogProps {
  readonly title: string;
  /** The logs that are public already. */
  readonly published: readonly number[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says how many logs become public that are not, and asks before they do. */
export function PublishDialog({ title, published, onConfirm, onClose }: PublishDialogProps) {
  const { total, problem, refetch } = useAnswer(otherLogsQuestion(published));
  return (
    <Dialog title={title} open onClose={onClose}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {total === undefined && problem === null ? <Skeleton height="3rem" /> : null}
      {total == null ? null : (
        <p>
          <Plural
            value={total}
            one="# log becomes public that is not now, and every later one."
            other="# logs become public that are not now, and every later one."
          />
        </p>
      )}
      <DialogAnswers>
        <Button kind="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={total == null} onClick={onConfirm}>
          <Trans>Publish all logs</Trans>
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
