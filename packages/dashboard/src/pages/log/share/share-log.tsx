import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useOnline } from "../../../offline/connectivity.ts";
import { Button } from "../../../ui/button.tsx";

const ShareDialog = lazy(() =>
  import("./share-dialog.tsx").then((module) => ({ default: module.ShareDialog })),
);

/** Shares a log with people without an account. */
export function ShareLog({ id }: { readonly id: number }) {
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="share" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>Share</Trans>
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ShareDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
