import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Field, type FieldWords } from "./field.tsx";
import type { TypedText } from "./text-field.tsx";
import "./password-field.css";

interface PasswordFieldProps extends TypedText, Omit<FieldWords, "label" | "hint"> {
  readonly label?: string;
  /** Whether a new password is being chosen. */
  readonly chosen?: boolean;
  /** Whether it takes the focus when it appears. */
  readonly autoFocus?: boolean;
}

/** A password that can be shown: long ones are hard to type on a phone at sea. */
export function PasswordField({
  label,
  chosen = false,
  autoFocus = false,
  problem = null,
  refusedBy,
  value,
  onText,
}: PasswordFieldProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label ?? t`Password`}
      hint={chosen ? t`At least eight characters; a few words are better.` : undefined}
      problem={problem}
      refusedBy={refusedBy}
      control={(ties) => (
        <div className="password-field">
          <input
            {...ties}
            type={shown ? "text" : "password"}
            name={chosen ? "new-password" : "password"}
            autoComplete={chosen ? "new-password" : "current-password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: for a field that appears because its form was asked for
            autoFocus={autoFocus}
            required
            value={value}
            onChange={(event) => onText(event.target.value)}
          />
          <button type="button" className="password-field__show" onClick={() => setShown(!shown)}>
            {/* Not a label: only the field is labelled as a password. */}
            <span aria-hidden="true">{shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}</span>
            <span className="visually-hidden">
              {shown ? <Trans>Hide password</Trans> : <Trans>Show password</Trans>}
            </span>
          </button>
        </div>
      )}
    />
  );
}
