/** Form state judged by one schema: fields, limits and error messages. */
import { useLingui } from "@lingui/react";
import { useState } from "react";
import * as z from "zod/mini";
import type { Schema } from "./schema.ts";

/** The errors in a form. */
interface Faults<Sent> {
  /** A field's error to show; null before the first attempt to submit. */
  readonly faultOf: (field: string) => string | null;
  /** The values to send; null if there is an error. */
  readonly sent: Sent | null;
  /** The values to send; shows errors from then on. */
  readonly take: () => Sent | null;
  /** A submit handler: sends the values, or shows errors from then on. */
  readonly submit: (send: (sent: Sent) => unknown) => () => void;
}

/**
 * Validates typed values.
 * @param when to show errors: always, or after the first attempt to submit
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

/** The texts of a form's fields. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The props of a text field; `refused` is the server's message. */
export type FieldOf<Name> = (
  name: Name,
  refused?: string | null,
) => { readonly value: string; readonly onText: (text: string) => void; readonly problem: string | null };

/** A form's state on top of its initial values. */
interface FormState<Name extends string, Sent> extends Pick<Faults<Sent>, "sent" | "submit"> {
  readonly field: FieldOf<Name>;
  /** Whether the values differ from the initial ones. */
  readonly isChanged: boolean;
  /** Discards the input. */
  readonly reset: () => void;
}

/** Form state while the form is mounted. Input is kept when sending fails. */
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
