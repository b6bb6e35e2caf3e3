import { type ChangeEvent, createElement, type InputHTMLAttributes } from "react";
import { Field, type FieldWords } from "./field.tsx";

/** A text field. */
export interface TypedText {
  readonly value: string;
  readonly onText: (text: string) => void;
}

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoComplete" | "autoFocus" | "inputMode" | "name" | "required" | "type"
>;

interface TextFieldProps extends FieldWords, TypedText, Attributes {
  /** Whether it has several lines. */
  readonly lines?: boolean;
}

/** A labelled text field of one or more lines. */
export function TextField({
  label,
  hint,
  problem = null,
  refusedBy,
  lines = false,
  onText,
  ...attributes
}: TextFieldProps) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => onText(event.target.value);
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem}
      refusedBy={refusedBy}
      control={(ties) => createElement(lines ? "textarea" : "input", { ...ties, ...attributes, onChange })}
    />
  );
}
