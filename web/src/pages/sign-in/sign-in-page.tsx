import { useState } from "react";
import { useCommand } from "../../answers/use-command.ts";
import { signIn } from "../../api/sign-in.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { NOW_PATH, RECOVER_PATH, SIGN_UP_PATH } from "../../routing/paths.ts";
import { beginSession, lastEmail, sessionEnd } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice, ProblemNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";

/** The page that was wanted before; only ever one of this dashboard. */
function wantedPage(): string {
  const next = new URLSearchParams(window.location.search).get("next") ?? NOW_PATH;
  return next.startsWith("/") && !next.startsWith("//") ? next : NOW_PATH;
}

/** Whether the person comes from choosing a new password. */
function hasNewPassword(): boolean {
  return new URLSearchParams(window.location.search).get("password") === "new";
}

export function SignInPage() {
  const [email, setEmail] = useState(lastEmail);
  const [password, setPassword] = useState("");
  const { run, running, problem } = useCommand(async () => {
    const next = wantedPage();
    beginSession(await signIn(email.trim(), password), email.trim());
    navigate(next, "replace");
  }, false);
  return (
    <Page title="Sign in" sub="Your boat has kept the log meanwhile.">
      <Form label="Sign in" onSubmit={() => void run()}>
        {sessionEnd() === "expired" && problem === null ? (
          <Notice tone="warn" icon="clock" title="Your session has ended">
            <p className="notice__more">Sign in again to go on where you were.</p>
          </Notice>
        ) : null}
        {hasNewPassword() && problem === null ? (
          <Notice tone="good" icon="check" title="Your new password is set">
            <p className="notice__more">Sign in with it.</p>
          </Notice>
        ) : null}
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" wide busy={running}>
          Sign in
        </Button>
        <p className="form__other">
          <Link to={RECOVER_PATH}>Forgot the password?</Link>
          <br />
          New here? <Link to={SIGN_UP_PATH}>Create an account</Link>
        </p>
      </Form>
    </Page>
  );
}
