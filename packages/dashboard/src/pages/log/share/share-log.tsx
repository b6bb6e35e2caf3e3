import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useOnline } from "../../../offline/connectivity.ts";
import { Button } from "../../../ui/button.tsx";
import { ShareDialog } from "./share-dialog.tsx";

/** Shares a log with people without an account. */
export function ShareLog({ id }: { readonly id: number }) {
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="share" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>Share</Trans>
      </Button>
      {open ? <ShareDialog id={id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
