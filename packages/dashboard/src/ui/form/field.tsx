import { type ReactNode, useId } from "react";
import { Icon } from "../icon.tsx";
import "./field.css";

/** The text around a control. */
export interface FieldWords {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error message. */
  readonly problem?: string | null;
  /** The id of a notice elsewhere with the error. */
  readonly refusedBy?: string | undefined;
}

/** Links a control to its texts for screen readers. */
interface FieldTies {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

/** A control with its label, hint and error. */
export function Field({
  label,
  hint,
  problem = null,
  refusedBy,
  control,
}: FieldWords & { readonly control: (ties: FieldTies) => ReactNode }) {
  const id = useId();
  const words = [refusedBy, problem === null ? undefined : `${id}-problem`, hint && `${id}-hint`];
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {control({
        id,
        className: "field__control",
        "aria-invalid": problem !== null || refusedBy !== undefined || undefined,
        "aria-describedby": words.filter(Boolean).join(" ") || undefined,
      })}
      {problem === null ? null : (
        <p className="field__problem" id={`${id}-problem`} role="alert">
          <Icon name="alert" size={18} />
          <span>{problem}</span>
        </p>
      )}
      {hint === undefined ? null : (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
