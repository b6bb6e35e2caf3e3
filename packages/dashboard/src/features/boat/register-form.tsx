import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../api/account/account-problem.ts";
import { registerVessel } from "../../api/boat/boat-token.ts";
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

export function RegisterForm({ email, onToken }: RegisterFormProps) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [mmsi, setMmsi] = useState("");
  const { run, running, problem } = useCommand(async () => {
    const vessel = { ownerEmail: email, name: name.trim(), mmsi: mmsi.trim() };
    onToken({ token: await registerVessel(vessel), news: "registered" });
    refetchAll();
  });
  const refusal = accountProblem(problem);
  return (
    <Form label={t`Register your boat`} onSubmit={() => void run()}>
      {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      <TextField
        label={t`Name of the boat`}
        name="vessel-name"
        required
        minLength={3}
        problem={refusal.boatName}
        value={name}
        onText={setName}
      />
      <TextField
        label={t`MMSI, if it has one`}
        name="mmsi"
        inputMode="numeric"
        pattern="[0-9]{9}"
        title={t`Nine digits`}
        hint={t`Nine digits, as on the radio's licence. Leave it empty if it has none.`}
        value={mmsi}
        onText={setMmsi}
      />
      <div className="form__actions">
        <Button type="submit" icon="boat" busy={running}>
          <Trans>Register boat</Trans>
        </Button>
      </div>
    </Form>
  );
}
