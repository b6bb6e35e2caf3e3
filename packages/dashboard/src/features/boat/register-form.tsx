import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { accountProblem } from "../../api/account/account-problem.ts";
import { registerVessel } from "../../api/boat/boat-token.ts";
import { nameOf } from "../../forms/fields.ts";
import type { SentBy, Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import type { BoatToken } from "./plugin-steps.tsx";

interface RegisterFormProps {
  readonly email: string;
  readonly onToken: (token: BoatToken) => void;
}

const boatFields = (t: Sentence) =>
  z.object({
    name: nameOf(t, 3),
    mmsi: z
      .string()
      .check(
        z.trim(),
        z.regex(/^([1-7]\d{8})?$/, t(msg`Write the nine digits of an MMSI, or leave it empty.`)),
      ),
  });

/** Registers the account's boat. */
export function RegisterForm({ email, onToken }: RegisterFormProps) {
  const { t } = useLingui();
  const { field, submit } = useForm(boatFields, { name: "", mmsi: "" });
  const { run, running, problem } = useCommand(async (boat: SentBy<typeof boatFields>) => {
    onToken({ token: await registerVessel({ ownerEmail: email, ...boat }), news: "registered" });
    refetchAll();
  });
  const refusal = accountProblem(problem, useDisplay());
  return (
    <Form label={t`Register your boat`} onSubmit={submit(run)}>
      {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      <TextField
        label={t`Name of the boat`}
        name="vessel-name"
        required
        {...field("name", refusal.boatName)}
      />
      <TextField
        label={t`MMSI, if it has one`}
        name="mmsi"
        inputMode="numeric"
        hint={t`Nine digits, as on the radio's licence. Leave it empty if it has none.`}
        {...field("mmsi")}
      />
      <div className="form__actions">
        <Button type="submit" icon="boat" busy={running}>
          <Trans>Register boat</Trans>
        </Button>
      </div>
    </Form>
  );
}
