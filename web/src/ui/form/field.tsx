import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { Icon } from "../icon.tsx";
import "./field.css";

interface FieldWords {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why what was typed is refused. */
  readonly problem?: string | null;
}

/** What ties a control to its words for screen readers. */
interface FieldTies {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

export type TextFieldProps = FieldWords & InputHTMLAttributes<HTMLInputElement>;
type TextAreaProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A control with its label, its hint and what is wrong with it. */
export function Field({
  label,
  hint,
  problem = null,
  control,
}: FieldWords & { readonly control: (ties: FieldTies) => ReactNode }) {
  const id = useId();
  const refused = problem !== null;
  const words = [refused ? `${id}-problem` : null, hint === undefined ? null : `${id}-hint`];
  const describedBy = words.filter((one) => one !== null).join(" ");
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {control({
        id,
        className: "field__control",
        "aria-invalid": refused || undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
      })}
      {refused ? (
        <p className="field__problem" id={`${id}-problem`} role="alert">
          <Icon name="alert" size={18} />
          <span>{problem}</span>
        </p>
      ) : null}
      {hint === undefined ? null : (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A labelled line of text. */
export function TextField({ label, hint, problem, ...rest }: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem ?? null}
      control={(ties) => <input {...ties} {...rest} />}
    />
  );
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, problem, ...rest }: TextAreaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem ?? null}
      control={(ties) => <textarea {...ties} {...rest} />}
    />
  );
}
