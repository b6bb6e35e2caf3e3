import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Icon } from "./icon.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Escape, the cross, or a touch beside it. */
  readonly onClose: () => void;
  /** While true it cannot be left: something is being done. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A question that stands before everything else. The focus stays inside, and returns to where it was. */
export function Dialog({ title, open, onClose, busy = false, children }: DialogProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className="dialog__veil"
      isOpen={open}
      isDismissable={!busy}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Modal className="dialog__box">
        <AriaDialog className="dialog">
          <div className="dialog__head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <button
              type="button"
              className="dialog__close"
              aria-label={t`Close`}
              disabled={busy}
              onClick={onClose}
            >
              <Icon name="close" size={20} />
            </button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The answers at the foot of a dialog. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog__answers">{children}</div>;
}
