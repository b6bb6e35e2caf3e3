import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { settingsQuestion } from "../../api/account/settings.ts";
import { verifyEmail } from "../../api/account/verify-email.ts";
import type { SentBy, Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useSendsMail } from "../../queries/use-sends-mail.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH, signInPath, VERIFY_PATH } from "../../routing/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import "./verify-page.css";

const codeFields = (t: Sentence) =>
  z.object({ code: z.string().check(z.regex(/^\d{8}$/, t(msg`Write the eight digits of the code.`))) });

function Verified() {
  const { t } = useLingui();
  return (
    <Notice tone="good" icon="check" title={t`Your e-mail address is verified`}>
      <p className="notice__more">
        <Trans>Wakelog can write to you about new logs and alarms.</Trans>
      </p>
      <div className="notice__action">
        <ButtonLink kind="quiet" to={NOW_PATH}>
          <Trans>Go to your boat</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

function CodeForm({ onAccepted }: { readonly onAccepted: () => void }) {
  const { t } = useLingui();
  const { field, submit } = useForm(codeFields, { code: "" });
  const { onText, ...code } = field("code");
  const [refused, setRefused] = useState(false);
  const { run, running, problem } = useCommand(async ({ code: digits }: SentBy<typeof codeFields>) => {
    setRefused(false);
    if (await verifyEmail(digits)) onAccepted();
    else setRefused(true);
  });
  return (
    <Form label={t`Verify your e-mail`} onSubmit={submit(run)}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {refused ? (
        <Notice tone="bad" icon="alert" title={t`This code is not right`}>
          <p className="notice__more">
            <Trans>
              It may be mistyped, already used, or more than 15 minutes old. Only the code in the newest mail
              counts, and after five wrong tries you need a new one.
            </Trans>
          </p>
        </Notice>
      ) : null}
      <div className="verify__code">
        <TextField
          label={t`Code`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={t`Eight digits, from the newest mail.`}
          required
          {...code}
          onText={(text) => onText(text.replace(/\D/g, "").slice(0, 8))}
        />
      </div>
      <Button type="submit" wide busy={running}>
        <Trans>Verify</Trans>
      </Button>
      <p className="form__other">
        <Trans>
          No code, or too old? <Link to={signInPath(VERIFY_PATH)}>Sign in again to get a new one</Link>
        </Trans>
        <br />
        <Trans>No mail at all? Ask the operator of this server to verify your address.</Trans>
      </p>
    </Form>
  );
}

/** No mail can be sent; the operator can help. */
function NoMail({ email }: { readonly email: string }) {
  const { t } = useLingui();
  return (
    <Notice tone="warn" icon="alert" title={t`This server sends no mail`}>
      <p className="notice__more">
        <Trans>
          No mail server is set, so no code will reach you. Ask the operator of this server to verify your
          address:
        </Trans>
      </p>
      <p className="notice__more">
        <code>wakelog user verify {email}</code>
      </p>
    </Notice>
  );
}

/** Confirms the address with the mailed code. */
export function VerifyPage() {
  const { t } = useLingui();
  const mail = useSendsMail();
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  const [accepted, setAccepted] = useState(false);
  const email = settings?.email ?? "…";
  const words =
    mail == null
      ? t`If this server can send mail, a code is on its way to ${email}.`
      : mail
        ? t`A code is on its way to ${email}.`
        : t`The address is ${email}.`;
  const verified = accepted || settings?.emailValid === true;
  // The instructions stand above the fields, which must not move once they can be tapped.
  const waits = mail === undefined || (settings === undefined && problem === null);
  return (
    <Page title={t`Verify your e-mail`}>
      <div className="verify__form">
        {waits ? (
          <Skeleton height="20rem" />
        ) : verified ? (
          <Verified />
        ) : (
          <>
            <p>{words}</p>
            {mail === false ? <NoMail email={email} /> : null}
            <CodeForm
              onAccepted={() => {
                setAccepted(true);
                refetch();
              }}
            />
          </>
        )}
      </div>
    </Page>
  );
}
