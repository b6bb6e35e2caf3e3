import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";

interface ConfirmPasswordProps {
  /** Why the password that was given is refused; null if none was. */
  readonly refusal: string | null;
  readonly running: boolean;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
  /** Problems that are not about the password. */
  readonly children?: ReactNode;
}

/** Asks once more for the password of a person who is signed in. */
export function ConfirmPassword({ refusal, running, onPassword, onCancel, children }: ConfirmPasswordProps) {
  const [password, setPassword] = useState("");
  return (
    <Form label="Confirm your password" onSubmit={() => onPassword(password)}>
      {children}
      <p>
        You signed in more than ten minutes ago, and the boat's token never expires. Please confirm that it is
        you.
      </p>
      <PasswordField
        autoFocus
        label="Your password"
        problem={refusal}
        value={password}
        onText={setPassword}
      />
      <div className="form__actions">
        <Button type="submit" busy={running}>
          Continue
        </Button>
        <Button kind="quiet" disabled={running} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
