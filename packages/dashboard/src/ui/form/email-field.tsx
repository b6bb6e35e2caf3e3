import { useLingui } from "@lingui/react/macro";
import type { FieldWords } from "./field.tsx";
import { TextField, type TypedText } from "./text-field.tsx";

/** The e-mail address for sign-in. */
export function EmailField(props: TypedText & Omit<FieldWords, "label">) {
  const { t } = useLingui();
  return (
    <TextField label={t`E-mail`} type="email" name="email" autoComplete="username" required {...props} />
  );
}
