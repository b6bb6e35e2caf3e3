import { lazy, type ReactNode, Suspense } from "react";
import { fetchDialog } from "./choices/on-demand.ts";
import "./dialog.css";

const DialogBox = lazy(() => fetchDialog().then((box) => ({ default: box.DialogBox })));

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
  return open ? (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  ) : null;
}

/** The buttons at the foot of a dialog. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog__answers">{children}</div>;
}
