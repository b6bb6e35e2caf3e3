import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { recover } from "../../api/account/recover.ts";
import { titleOf } from "../../forms/fields.ts";
import type { SentBy, Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useSendsMail } from "../../queries/use-sends-mail.ts";
import { Link } from "../../routing/link.tsx";
import { SIGN_IN_PATH } from "../../routing/paths.ts";
import { lastEmail } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "../../ui/form/email-field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

const addressFields = (t: Sentence) => z.object({ email: titleOf(t) });

/** Requests a mail to choose a new password; never tells whether an address has an account. */
export function RecoverPage() {
  const { t } = useLingui();
  const mail = useSendsMail();
  const { field, submit } = useForm(addressFields, { email: lastEmail() });
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { run, running, problem } = useCommand(async ({ email }: SentBy<typeof addressFields>) => {
    await recover(email);
    setMailedTo(email);
  }, false);
  return (
    <Page
      title={t`Forgot the password?`}
      sub={
        mail === false
          ? t`A link lets you choose a new one.`
          : t`A mail with a link lets you choose a new one.`
      }
    >
      <Form label={t`Recover the account`} onSubmit={submit(run)}>
        {mail === false ? (
          <Notice tone="warn" icon="alert" title={t`This server sends no mail`}>
            <p className="notice__more">
              <Trans>
                No mail server is set, so the link waits where only the operator of this server can read it:
                ask them for it.
              </Trans>
            </p>
          </Notice>
        ) : null}
        {problem === null ? null : <ProblemNotice problem={problem} />}
        {mailedTo === null || problem !== null ? null : (
          <Notice
            tone="good"
            icon="check"
            title={mail === false ? t`The link is written` : t`Check your mail`}
          >
            <p className="notice__more">
              {mail === true ? (
                <Trans>
                  If {mailedTo} has an account, a link is on its way. It works once, within 15 minutes.
                </Trans>
              ) : mail === false ? (
                <Trans>
                  If {mailedTo} has an account, a link waits for it. It works once, within 15 minutes.
                </Trans>
              ) : (
                <Trans>
                  If {mailedTo} has an account, and if this server can send mail, a link is on its way. It
                  works once, within 15 minutes.
                </Trans>
              )}
            </p>
          </Notice>
        )}
        <EmailField {...field("email")} />
        <Button type="submit" wide busy={running}>
          {mailedTo === null ? <Trans>Send the link</Trans> : <Trans>Send another link</Trans>}
        </Button>
        <p className="form__other">
          <Trans>
            Remembered it? <Link to={SIGN_IN_PATH}>Sign in</Link>
          </Trans>
        </p>
      </Form>
    </Page>
  );
}
