import { useState } from "react";
import { refusal, refusedField } from "../../api/account/account-problem.ts";
import { signUp } from "../../api/account/sign-up.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { BOAT_PATH, SIGN_IN_PATH } from "../../routing/paths.ts";
import { beginSession } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

export function SignUpPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [firstName, setFirstName] = useState("");
  const [lastName, setLastName] = useState("");
  const { run, running, problem } = useCommand(async () => {
    const account = { email: email.trim(), password, firstName: firstName.trim(), lastName: lastName.trim() };
    beginSession(await signUp(account), account.email);
    navigate(BOAT_PATH, "replace");
  }, false);
  const field = problem === null ? null : refusedField(problem);
  return (
    <Page title="Create an account" sub="Next you register your boat, and it starts keeping its own log.">
      <Form label="Create an account" onSubmit={() => void run()}>
        {problem === null || field !== null ? null : <ProblemNotice problem={problem} />}
        <div className="form__pair">
          <TextField
            label="First name"
            name="given-name"
            autoComplete="given-name"
            required
            minLength={2}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <TextField
            label="Last name"
            name="family-name"
            autoComplete="family-name"
            required
            minLength={2}
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
        </div>
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          problem={problem !== null && field === "email" ? refusal(problem) : null}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="new-password"
          autoComplete="new-password"
          hint="Eight characters at least; a few words are better."
          problem={problem !== null && field === "password" ? refusal(problem) : null}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" wide busy={running}>
          Create account
        </Button>
        <p className="form__other">
          Have one already? <Link to={SIGN_IN_PATH}>Sign in</Link>
        </p>
      </Form>
    </Page>
  );
}
