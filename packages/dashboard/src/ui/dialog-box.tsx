import { useLingui } from "@lingui/react/macro";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { DialogProps } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

/** A modal dialog over the page. */
export function DialogBox({ title, onClose, busy = false, children }: Omit<DialogProps, "open">) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className="dialog__veil"
      isOpen
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
