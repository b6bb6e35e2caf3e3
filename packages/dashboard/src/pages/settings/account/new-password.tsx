import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { changePassword } from "../../../api/account/change-account.ts";
import { recover } from "../../../api/account/recover.ts";
import { PasswordDialog } from "../../../features/password/password-dialog.tsx";
import { filledIn, newPassword } from "../../../forms/fields.ts";
import type { Sentence } from "../../../forms/schema.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { useSendsMail } from "../../../queries/use-sends-mail.ts";
import { beginSession } from "../../../session/token.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import { Notice, ProblemNotice } from "../../../ui/page/notice.tsx";

const passwordFields = (t: Sentence) => z.object({ password: filledIn(t), chosen: newPassword(t) });

/** Changes the password: by the old one, or by a mailed link. */
export function NewPassword({ email }: { readonly email: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const mails = useSendsMail();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<"changed" | "mailed" | null>(null);
  const { run, running, problem } = useCommand(async () => {
    await recover(email);
    setDone("mailed");
  });

  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {done === null ? null : (
        <div className="settings__part">
          <Notice
            tone="good"
            icon="check"
            title={done === "changed" ? t`Your password is changed` : t`Check your mail`}
          >
            <p className="notice__more">
              {done === "changed" ? (
                <Trans>You stay signed in here. Your other devices must sign in again.</Trans>
              ) : (
                <Trans>
                  If this server can send mail, a link is on its way. It works once, within 15 minutes.
                </Trans>
              )}
            </p>
          </Notice>
        </div>
      )}
      <div className="settings__actions">
        <Button kind="quiet" icon="edit" disabled={!online} onClick={() => setOpen(true)}>
          <Trans>Change the password</Trans>
        </Button>
        {mails === false ? null : (
          <Button kind="quiet" busy={running} disabled={!online} onClick={() => void run()}>
            <Trans>Mail me a link for a new password</Trans>
          </Button>
        )}
      </div>
      {open ? (
        <PasswordDialog
          schema={passwordFields}
          initial={{ password: "", chosen: "" }}
          title={t`Change the password`}
          label={t`Your current password`}
          answer={t`Change the password`}
          onAnswer={async ({ password, chosen }) => {
            beginSession(await changePassword(password, chosen), email);
            setDone("changed");
          }}
          onClose={() => setOpen(false)}
          fields={(field, refusal) => (
            <PasswordField chosen label={t`Your new password`} {...field("chosen", refusal.password)} />
          )}
        >
          <p>
            <Trans>All your other devices are signed out. The boat keeps sending.</Trans>
          </p>
        </PasswordDialog>
      ) : null}
    </>
  );
}
