import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { exportAll } from "../../../api/account/export-all.ts";
import { exportAccount } from "../../../api/leaving/export-account.ts";
import { Download } from "../../../features/download/download.tsx";
import { PASSWORD_ALONE, PasswordDialog } from "../../../features/password/password-dialog.tsx";
import { useOnline } from "../../../offline/connectivity.ts";
import { Button } from "../../../ui/button.tsx";
import { saveFile } from "../../../ui/save-file.ts";

/** Exports the account as one file, and parts of it for chart programs. */
export function TakeAlong() {
  const { t } = useLingui();
  return (
    <>
      <p className="settings__more">
        <Trans>
          One zip file has it all: measurements, logs, stays, moorages, entries, photos and rules, in open
          formats with a description. Another Wakelog can read it. The other files are for chart programs.
        </Trans>
      </p>
      <div className="settings__actions">
        <Everything />
        <Download name="logs.gpx" words={t`All logs as GPX`} make={() => exportAll("logs.gpx")} />
        <Download name="logs.kml" words={t`All logs as KML`} make={() => exportAll("logs.kml")} />
        <Download name="moorages.gpx" words={t`Moorages as GPX`} make={() => exportAll("moorages.gpx")} />
      </div>
    </>
  );
}

/** Requires the password, so that a stolen session cannot export everything. */
function Everything() {
  const { t } = useLingui();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>Everything in one file</Trans>
      </Button>
      {open ? (
        <PasswordDialog
          {...PASSWORD_ALONE}
          title={t`Everything in one file`}
          answer={t`Download`}
          icon="download"
          onAnswer={async ({ password }) => {
            const day = new Date().toISOString().slice(0, 10);
            saveFile(await exportAccount(password), `wakelog-${day}.zip`);
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            <Trans>
              The file says where you were and what you wrote. Keep it where only you can read it. With years
              of measurements it takes minutes to make.
            </Trans>
          </p>
        </PasswordDialog>
      ) : null}
    </>
  );
}
