import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../api/account/account-problem.ts";
import { replaceVesselToken } from "../../api/boat/boat-token.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

/** Gives the boat another token after its owner's password; the old one is refused from then on. */
export function NewToken({ onToken }: { readonly onToken: (token: string) => void }) {
  const { t } = useLingui();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const { run, running, problem } = useCommand(async () => {
    onToken(await replaceVesselToken(password));
    close();
  });
  const refusal = accountProblem(problem);

  function close(): void {
    setOpen(false);
    setPassword("");
  }

  return (
    <>
      <Button kind="quiet" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>New token</Trans>
      </Button>
      <Dialog title={t`New token`} open={open} busy={running} onClose={close}>
        <Form label={t`New token`} onSubmit={() => void run()}>
          {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
          <p>
            <Trans>
              The old token stops working at once: the boat sends nothing more until its plugin has the new
              one.
            </Trans>
          </p>
          <PasswordField
            autoFocus
            label={t`Your password`}
            problem={refusal.password}
            value={password}
            onText={setPassword}
          />
          <DialogAnswers>
            <Button kind="quiet" disabled={running} onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" busy={running}>
              <Trans>Replace the token</Trans>
            </Button>
          </DialogAnswers>
        </Form>
      </Dialog>
    </>
  );
}
