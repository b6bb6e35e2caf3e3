import { useState } from "react";
import { Field, type TextFieldProps } from "./field.tsx";
import "./password-field.css";

/** A password, which its owner may look at: long ones are hard to type on a phone at sea. */
export function PasswordField({ label, hint, problem, ...rest }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem ?? null}
      control={(ties) => (
        <div className="password-field">
          <input
            {...ties}
            {...rest}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-field__show"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
            <span className="visually-hidden"> password</span>
          </button>
        </div>
      )}
    />
  );
}
