import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { accountProblem } from "../../../api/account/account-problem.ts";
import { changeName } from "../../../api/account/change-account.ts";
import { nameOf } from "../../../forms/fields.ts";
import type { SentBy, Sentence } from "../../../forms/schema.ts";
import { useForm } from "../../../forms/use-form.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { useCommand } from "../../../queries/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";

interface ChangeNameProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly onChanged: () => void;
}

const personFields = (t: Sentence) => z.object({ firstName: nameOf(t, 1), lastName: nameOf(t, 1) });

/** The user's name, as shown in messages and beside corrections. */
export function ChangeName({ firstName, lastName, onChanged }: ChangeNameProps) {
  const { t } = useLingui();
  const online = useOnline();
  const { field, submit, isChanged } = useForm(personFields, { firstName, lastName });
  const [saved, setSaved] = useState(false);
  const { run, running, problem } = useCommand(async (name: SentBy<typeof personFields>) => {
    await changeName(name.firstName, name.lastName);
    setSaved(true);
    onChanged();
  });
  const refusal = accountProblem(problem, useDisplay());
  return (
    <Form label={t`Your name`} onSubmit={submit(run)}>
      {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      <div className="form__pair">
        <TextField
          label={t`First name`}
          name="given-name"
          autoComplete="given-name"
          required
          {...field("firstName", refusal.firstName)}
        />
        <TextField
          label={t`Last name`}
          name="family-name"
          autoComplete="family-name"
          required
          {...field("lastName", refusal.lastName)}
        />
      </div>
      <div className="form__actions">
        <Button type="submit" kind="quiet" busy={running} disabled={!isChanged || !online}>
          <Trans>Save the name</Trans>
        </Button>
        <p role="status" className="settings__saved">
          {saved && !isChanged ? <Trans>Saved</Trans> : ""}
        </p>
      </div>
    </Form>
  );
}
