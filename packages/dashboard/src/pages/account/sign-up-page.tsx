import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../api/account/account-problem.ts";
import { signUp } from "../../api/account/sign-up.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { BOAT_PATH, SIGN_IN_PATH } from "../../routing/paths.ts";
import { beginSession } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "../../ui/form/email-field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

export function SignUpPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [firstName, setFirstName] = useState("");
  const [lastName, setLastName] = useState("");
  const { run, running, problem } = useCommand(async () => {
    const account = { email: email.trim(), password, firstName: firstName.trim(), lastName: lastName.trim() };
    beginSession(await signUp(account), account.email);
    navigate(BOAT_PATH, "replace");
  }, false);
  const refusal = accountProblem(problem);
  return (
    <Page
      title={t`Create an account`}
      sub={t`Next you register your boat, and it starts keeping its own log.`}
    >
      <Form label={t`Create an account`} onSubmit={() => void run()}>
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
        <div className="form__pair">
          <TextField
            label={t`First name`}
            name="given-name"
            autoComplete="given-name"
            required
            minLength={2}
            problem={refusal.firstName}
            value={firstName}
            onText={setFirstName}
          />
          <TextField
            label={t`Last name`}
            name="family-name"
            autoComplete="family-name"
            required
            minLength={2}
            problem={refusal.lastName}
            value={lastName}
            onText={setLastName}
          />
        </div>
        <EmailField problem={refusal.email} value={email} onText={setEmail} />
        <PasswordField chosen problem={refusal.password} value={password} onText={setPassword} />
        <Button type="submit" wide busy={running}>
          <Trans>Create account</Trans>
        </Button>
        <p className="form__other">
          <Trans>
            Already have an account? <Link to={SIGN_IN_PATH}>Sign in</Link>
          </Trans>
        </p>
      </Form>
    </Page>
  );
}
