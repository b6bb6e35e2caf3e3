import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { fetchDialog, useOnDemand } from "./choices/on-demand.ts";
import "./dialog.css";
import { Notice } from "./page/notice.tsx";

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** By Escape, the cross, or a touch outside. */
  readonly onClose: () => void;
  /** While true the dialog cannot be closed. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. The focus stays inside, then returns to where it was. */
export function Dialog({ open, ...props }: DialogProps) {
  const { part: box, failed, want } = useOnDemand(fetchDialog);
  useEffect(() => {
    if (open) want();
  }, [open, want]);
  if (!open) return null;
  if (box !== null) return <box.DialogBox {...props} />;
  return failed ? <NoDialog onRetry={want} onClose={props.onClose} /> : null;
}

interface NoDialogProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** In place of a dialog that cannot be fetched. */
function NoDialog({ onRetry, onClose }: NoDialogProps) {
  const { t } = useLingui();
  return (
    <Notice tone="bad" icon="offline" title={t`It cannot be fetched now.`}>
      <div className="notice__action">
        <Button kind="quiet" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <Button kind="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Notice>
  );
}

/** The buttons at the foot of a dialog. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog__answers">{children}</div>;
}
