import { useState } from "react";
import { settingsQuestion } from "../../api/account/settings.ts";
import { verifyEmail } from "../../api/account/verify-email.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH, signInPath, VERIFY_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import "./verify-page.css";

const DIGITS = 8;

function Verified() {
  return (
    <Notice tone="good" icon="check" title="Your e-mail address is verified">
      <p className="notice__more">Wakelog can write to you about new logs and alarms.</p>
      <div className="notice__action">
        <Link to={NOW_PATH} className="button button--quiet">
          Go to your boat
        </Link>
      </div>
    </Notice>
  );
}

function CodeForm({ onAccepted }: { readonly onAccepted: () => void }) {
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState(false);
  const { run, running, problem } = useCommand(async () => {
    setRefused(false);
    if (await verifyEmail(code)) onAccepted();
    else setRefused(true);
  });
  return (
    <Form label="Verify your e-mail" onSubmit={() => void run()}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {refused ? (
        <Notice tone="bad" icon="alert" title="This code is not right">
          <p className="notice__more">
            It may be mistyped, already used, or more than 15 minutes old. Only the code in the newest mail
            counts, and after five wrong tries you need a new one.
          </p>
        </Notice>
      ) : null}
      <div className="verify__code">
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`[0-9]{${DIGITS}}`}
          title="Eight digits"
          hint="Eight digits, from the newest mail."
          required
          value={code}
          onText={(text) => setCode(text.replace(/\D/g, "").slice(0, DIGITS))}
        />
      </div>
      <Button type="submit" wide busy={running}>
        Verify
      </Button>
      <p className="form__other">
        No code, or too old? <Link to={signInPath(VERIFY_PATH)}>Sign in again to get a new one</Link>
        <br />
        No mail at all? Ask whoever runs this server to verify your address.
      </p>
    </Form>
  );
}

/** The page on which the mailed code proves the address. */
export function VerifyPage() {
  const { value: settings, refetch } = useAnswer(settingsQuestion);
  const [accepted, setAccepted] = useState(false);
  const words =
    settings === undefined ? "…" : `If this server can send mail, a code is on its way to ${settings.email}.`;
  const verified = accepted || settings?.emailValid === true;
  return (
    <Page title="Verify your e-mail" sub={verified ? undefined : words}>
      <div className="verify__form">
        {verified ? (
          <Verified />
        ) : (
          <CodeForm
            onAccepted={() => {
              setAccepted(true);
              refetch();
            }}
          />
        )}
      </div>
    </Page>
  );
}
