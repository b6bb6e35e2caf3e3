import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";

interface ConfirmPasswordProps {
  /** Why the given password was refused; null if none was given. */
  readonly refusal: string | null;
  readonly running: boolean;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
  /** Problems that are not about the password. */
  readonly children?: ReactNode;
}

/** Asks once more for the password of a person who is signed in. */
export function ConfirmPassword({ refusal, running, onPassword, onCancel, children }: ConfirmPasswordProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState("");
  return (
    <Form label={t`Confirm your password`} onSubmit={() => onPassword(password)}>
      {children}
      <p>
        <Trans>
          You signed in more than ten minutes ago, and the boat's token never expires. Please confirm that it
          is you.
        </Trans>
      </p>
      <PasswordField
        autoFocus
        label={t`Your password`}
        problem={refusal}
        value={password}
        onText={setPassword}
      />
      <div className="form__actions">
        <Button type="submit" busy={running}>
          <Trans>Continue</Trans>
        </Button>
        <Button kind="quiet" disabled={running} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  );
}
