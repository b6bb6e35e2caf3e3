import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../../api/account/account-problem.ts";
import { changePassword } from "../../../api/account/change-account.ts";
import { recover } from "../../../api/account/recover.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { useSendsMail } from "../../../queries/use-sends-mail.ts";
import { beginSession } from "../../../session/token.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../../ui/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import { Notice, ProblemNotice } from "../../../ui/page/notice.tsx";

/** Another password: by the old one, or by a mailed link for whoever forgot it. */
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
      <Change
        email={email}
        open={open}
        onClose={() => setOpen(false)}
        onChanged={() => {
          setOpen(false);
          setDone("changed");
        }}
      />
    </>
  );
}

interface ChangeProps {
  readonly email: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Change({ email, open, onClose, onChanged }: ChangeProps) {
  const { t } = useLingui();
  const [old, setOld] = useState("");
  const [chosen, setChosen] = useState("");
  const { run, running, problem } = useCommand(async () => {
    beginSession(await changePassword(old, chosen), email);
    forget();
    onChanged();
  });
  const refusal = accountProblem(problem);
  // One sentence is about the old one, the others are about the one that was chosen.
  const isOld = problem?.status === 403;

  function forget(): void {
    setOld("");
    setChosen("");
  }

  function close(): void {
    forget();
    onClose();
  }

  return (
    <Dialog title={t`Change the password`} open={open} busy={running} onClose={close}>
      <Form label={t`Change the password`} onSubmit={() => void run()}>
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
        <p>
          <Trans>All your other devices are signed out. The boat keeps sending.</Trans>
        </p>
        <PasswordField
          autoFocus
          label={t`Your current password`}
          problem={isOld ? refusal.password : null}
          value={old}
          onText={setOld}
        />
        <PasswordField
          chosen
          label={t`Your new password`}
          problem={isOld ? null : refusal.password}
          value={chosen}
          onText={setChosen}
        />
        <DialogAnswers>
          <Button kind="quiet" disabled={running} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={running}>
            <Trans>Change the password</Trans>
          </Button>
        </DialogAnswers>
      </Form>
    </Dialog>
  );
}
