import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { replaceVesselToken } from "../../api/boat/boat-token.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { Button } from "../../ui/button.tsx";
import { PASSWORD_ALONE, PasswordDialog } from "../password/password-dialog.tsx";

/** Replaces the boat's token after a password check; the old token is then refused. */
export function NewToken({ onToken }: { readonly onToken: (token: string) => void }) {
  const { t } = useLingui();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>New token</Trans>
      </Button>
      {open ? (
        <PasswordDialog
          {...PASSWORD_ALONE}
          title={t`New token`}
          answer={t`Replace the token`}
          onAnswer={async ({ password }) => onToken(await replaceVesselToken(password))}
          onClose={() => setOpen(false)}
        >
          <p>
            <Trans>
              The old token stops working at once: the boat sends nothing more until its plugin has the new
              one.
            </Trans>
          </p>
        </PasswordDialog>
      ) : null}
    </>
  );
}
