import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { type AccountProblem, accountProblem } from "../../api/account/account-problem.ts";
import { filledIn } from "../../forms/fields.ts";
import type { Schema, Sentence } from "../../forms/schema.ts";
import { type FieldOf, type Texts, useForm } from "../../forms/use-form.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface PasswordDialogProps<Name extends string, Sent> {
  readonly schema: Schema<Texts<Name | "password">, Sent>;
  readonly initial: Texts<Name | "password">;
  readonly title: string;
  readonly label?: string;
  /** Label of the submit button. */
  readonly answer: string;
  readonly icon?: IconName;
  /** Whether a field keeps the form from being sent. */
  readonly isUnready?: (field: FieldOf<Name>) => boolean;
  /** The action; an error is shown and the dialog stays open. */
  readonly onAnswer: (sent: Sent) => Promise<void>;
  readonly onClose: () => void;
  /** Explains the consequences. */
  readonly children: ReactNode;
  /** Further fields, with the server's refusals. */
  readonly fields?: (field: FieldOf<Name>, refusal: AccountProblem) => ReactNode;
}

/** A form with the password alone. */
export const PASSWORD_ALONE = {
  schema: (t: Sentence) => z.object({ password: filledIn(t) }),
  initial: { password: "" },
};

/** Requires the password for an action that a stolen session must not allow. Open while mounted. */
export function PasswordDialog<Name extends string, Sent>({
  schema,
  initial,
  title,
  label,
  answer,
  icon,
  isUnready,
  onAnswer,
  onClose,
  children,
  fields,
}: PasswordDialogProps<Name, Sent>) {
  const { t } = useLingui();
  const { field, submit } = useForm(schema, initial);
  const { run, running, problem } = useCommand(async (sent: Sent) => {
    await onAnswer(sent);
    onClose();
  });
  const refusal = accountProblem(problem, useDisplay());
  return (
    <Dialog title={title} open busy={running} onClose={onClose}>
      <Form label={title} onSubmit={submit(run)}>
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
        {children}
        <PasswordField
          autoFocus
          label={label ?? t`Your password`}
          {...field("password", refusal.ownPassword)}
        />
        {fields?.(field, refusal)}
        <DialogAnswers>
          <Button kind="quiet" disabled={running} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            {...(icon === undefined ? {} : { icon })}
            busy={running}
            disabled={isUnready?.(field) === true}
          >
            {answer}
          </Button>
        </DialogAnswers>
      </Form>
    </Dialog>
  );
}
