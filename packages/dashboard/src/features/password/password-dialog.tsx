import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { type AccountProblem, accountProblem } from "../../api/account/account-problem.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface PasswordDialogProps {
  readonly title: string;
  readonly label?: string;
  /** The button that does it. */
  readonly answer: string;
  readonly icon?: IconName;
  /** Whether something else is still to be filled in. */
  readonly unready?: boolean;
  /** Does it; what is thrown is shown, and the dialog stays. */
  readonly onPassword: (password: string) => Promise<void>;
  readonly onClose: () => void;
  /** What follows from it. */
  readonly children: ReactNode;
  /** Other fields, with what the server refused in them. */
  readonly fields?: (refusal: AccountProblem) => ReactNode;
}

/** Asks a person for the password before something is done for which a stolen session is not enough. Open while it is there. */
export function PasswordDialog({
  title,
  label,
  answer,
  icon,
  unready = false,
  onPassword,
  onClose,
  children,
  fields,
}: PasswordDialogProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState("");
  const { run, running, problem } = useCommand(async () => {
    await onPassword(password);
    onClose();
  });
  const refusal = accountProblem(problem);
  return (
    <Dialog title={title} open busy={running} onClose={onClose}>
      <Form label={title} onSubmit={() => void run()}>
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
        {children}
        <PasswordField
          autoFocus
          label={label ?? t`Your password`}
          problem={refusal.ownPassword}
          value={password}
          onText={setPassword}
        />
        {fields?.(refusal)}
        <DialogAnswers>
          <Button kind="quiet" disabled={running} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" {...(icon === undefined ? {} : { icon })} busy={running} disabled={unready}>
            {answer}
          </Button>
        </DialogAnswers>
      </Form>
    </Dialog>
  );
}
