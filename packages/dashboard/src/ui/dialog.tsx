import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Icon } from "./icon.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** By Escape, the cross, or a touch outside. */
  readonly onClose: () => void;
  /** While true the dialog cannot be closed. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. The focus stays inside, then returns to where it was. */
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

/** The buttons at the foot of a dialog. */
export function DialogAnswers({ children }: { readonly children: ReactNode }) {
  return <div className="dialog__answers">{children}</div>;
}
