import { useState } from "react";
import { recover } from "../../api/account/recover.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { SIGN_IN_PATH } from "../../routing/paths.ts";
import { lastEmail } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "../../ui/form/email-field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

/** Asks for the mail with which to choose a new password; never tells whether an address has an account. */
export function RecoverPage() {
  const [email, setEmail] = useState(lastEmail);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { run, running, problem } = useCommand(async () => {
    const address = email.trim();
    await recover(address);
    setMailedTo(address);
  }, false);
  return (
    <Page title="Forgot the password?" sub="A mail with a link lets you choose a new one.">
      <Form label="Recover the account" onSubmit={() => void run()}>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        {mailedTo === null || problem !== null ? null : (
          <Notice tone="good" icon="check" title="Check your mail">
            <p className="notice__more">
              If {mailedTo} has an account, and if this server can send mail, a link is on its way. It works
              once, within 15 minutes.
            </p>
          </Notice>
        )}
        <EmailField value={email} onText={setEmail} />
        <Button type="submit" wide busy={running}>
          {mailedTo === null ? "Send the link" : "Send another link"}
        </Button>
        <p className="form__other">
          Remembered it? <Link to={SIGN_IN_PATH}>Sign in</Link>
        </p>
      </Form>
    </Page>
  );
}
