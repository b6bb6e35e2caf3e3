/** What is typed into a form, judged by one schema: its fields, their limits, and what is said where one is not kept. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import * as z from "zod/mini";
import type { Schema } from "./schema.ts";

/** What is wrong with what is typed. */
interface Faults<Sent> {
  /** What is wrong with a field, as it can be shown; null before the user tried to send it. */
  readonly faultOf: (field: string) => string | null;
  /** What can be sent; null if something is wrong. */
  readonly sent: Sent | null;
  /** The same, when the user wants to send it: what is wrong is shown from then on. */
  readonly take: () => Sent | null;
  /** The handler of a form: sends what was typed, or shows from then on what is wrong. */
  readonly submit: (send: (sent: Sent) => unknown) => () => void;
}

/**
 * Judges what is typed.
 * @param when faults are shown always, or once the user tried to send
 */
export function useFaults<Typed, Sent>(
  schema: Schema<Typed, Sent>,
  typed: Typed,
  when: "tried" | "always" = "tried",
): Faults<Sent> {
  const { _: t } = useLingui();
  const [isTried, setTried] = useState(when === "always");
  const { success, data, error } = z.safeParse(
    schema((words) => t(words)),
    typed,
  );
  const issues = error?.issues ?? [];
  const sent = success ? data : null;
  const take = () => {
    setTried(!success || when === "always");
    return sent;
  };
  return {
    faultOf: (field) =>
      isTried ? (issues.find(({ path }) => path.at(-1) === field)?.message ?? null) : null,
    sent,
    take,
    submit: (send) => () => {
      const taken = take();
      if (taken !== null) send(taken);
    },
  };
}

/** What is typed into the fields of a form. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** What a text field needs; `refused` is what the server said about it. */
export type FieldOf<Name> = (
  name: Name,
  refused?: string | null,
) => { readonly value: string; readonly onText: (text: string) => void; readonly problem: string | null };

/** A form: what was typed over what it began with. */
interface FormState<Name extends string, Sent> extends Pick<Faults<Sent>, "sent" | "submit"> {
  readonly field: FieldOf<Name>;
  /** Whether anything else would be sent than what the form began with. */
  readonly isChanged: boolean;
  /** Forgets what was typed. */
  readonly reset: () => void;
}

/** The state of a form that lives as long as it is shown. What is typed stays when sending it fails. */
export function useForm<Name extends string, Sent>(
  schema: Schema<Texts<Name>, Sent>,
  initial: Texts<Name>,
): FormState<Name, Sent> {
  const [typed, setTyped] = useState<Partial<Texts<Name>>>({});
  const values: Texts<Name> = { ...initial, ...typed };
  const { faultOf, sent, submit } = useFaults(schema, values);
  const was = useFaults(schema, initial).sent;
  return {
    field: (name, refused = null) => ({
      value: values[name],
      onText: (text) => setTyped((now) => ({ ...now, [name]: text })),
      problem: faultOf(name) ?? refused,
    }),
    isChanged: JSON.stringify(sent ?? values) !== JSON.stringify(was ?? initial),
    sent,
    submit,
    reset: () => setTyped({}),
  };
}
