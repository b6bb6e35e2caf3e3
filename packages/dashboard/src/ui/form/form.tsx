import type { FormEvent, ReactNode } from "react";
import "./form.css";

interface FormProps {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that is handled here and never sent by the browser. */
export function Form({ label, onSubmit, children }: FormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className="form" aria-label={label} onSubmit={submit}>
      {children}
    </form>
  );
}
