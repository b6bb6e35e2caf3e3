import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../../api/account/account-problem.ts";
import { changeName } from "../../../api/account/change-account.ts";
import { useOnline } from "../../../offline/connectivity.ts";
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

/** The person's name, as it stands in messages and beside what they corrected. */
export function ChangeName({ firstName, lastName, onChanged }: ChangeNameProps) {
  const { t } = useLingui();
  const online = useOnline();
  const [first, setFirst] = useState(firstName);
  const [last, setLast] = useState(lastName);
  const [saved, setSaved] = useState(false);
  const { run, running, problem } = useCommand(async () => {
    await changeName(first.trim(), last.trim());
    setSaved(true);
    onChanged();
  });
  const refusal = accountProblem(problem);
  const changed = first.trim() !== firstName || last.trim() !== lastName;
  return (
    <Form label={t`Your name`} onSubmit={() => void run()}>
      {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      <div className="form__pair">
        <TextField
          label={t`First name`}
          name="given-name"
          autoComplete="given-name"
          required
          problem={refusal.firstName}
          value={first}
          onText={setFirst}
        />
        <TextField
          label={t`Last name`}
          name="family-name"
          autoComplete="family-name"
          required
          problem={refusal.lastName}
          value={last}
          onText={setLast}
        />
      </div>
      <div className="form__actions">
        <Button type="submit" kind="quiet" busy={running} disabled={!changed || !online}>
          <Trans>Save the name</Trans>
        </Button>
        <p role="status" className="settings__saved">
          {saved && !changed ? <Trans>Saved</Trans> : ""}
        </p>
      </div>
    </Form>
  );
}
