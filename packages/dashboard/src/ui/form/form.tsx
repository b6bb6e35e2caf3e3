import type { FormEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import "./form.css";

interface FormProps {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form handled here and never sent by the browser. The first invalid field gets the focus. */
export function Form({ label, onSubmit, children }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(onSubmit);
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form className="form" aria-label={label} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}
