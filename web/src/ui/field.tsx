import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from "react";
import "./field.css";

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
}

type TextFieldProps = FieldWords & InputHTMLAttributes<HTMLInputElement>;
type TextAreaProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A labelled line of text. */
export function TextField({ label, hint, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field__control"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      />
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="field__control"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      />
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
