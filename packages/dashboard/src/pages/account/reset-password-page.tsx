import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { accountProblem } from "../../api/account/account-problem.ts";
import { type ResetLink, resetPassword } from "../../api/account/reset-password.ts";
import { newPassword } from "../../forms/fields.ts";
import type { SentBy, Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { NEW_PASSWORD_SIGN_IN_PATH, RECOVER_PATH, SIGN_IN_PATH } from "../../routing/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

/** The link in the address; null if a mail program truncated it. */
function linkInAddress(): ResetLink | null {
  const query = new URLSearchParams(window.location.search);
  const [accountId, code] = [query.get("uuid") ?? "", query.get("token") ?? ""];
  return accountId === "" || code === "" ? null : { accountId, code };
}

function InvalidLink({ title }: { readonly title: string }) {
  return (
    <Notice tone="bad" icon="alert" title={title}>
      <div className="notice__action">
        <ButtonLink kind="quiet" to={RECOVER_PATH}>
          <Trans>Get a new link</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

const passwordFields = (t: Sentence) => z.object({ password: newPassword(t) });

function PasswordForm({ link }: { readonly link: ResetLink }) {
  const { t } = useLingui();
  const { field, submit } = useForm(passwordFields, { password: "" });
  const [refused, setRefused] = useState(false);
  const { run, running, problem } = useCommand(async ({ password }: SentBy<typeof passwordFields>) => {
    setRefused(false);
    // Replaces the entry, so that the link with its code does not stay in the history.
    if (await resetPassword(link, password)) navigate(NEW_PASSWORD_SIGN_IN_PATH, "replace");
    else setRefused(true);
  }, false);
  const refusal = accountProblem(problem, useDisplay());
  return (
    <Form label={t`Choose a new password`} onSubmit={submit(run)}>
      {problem === null || refusal.password !== null ? null : <ProblemNotice problem={problem} />}
      {refused ? <InvalidLink title={t`This link was already used or is older than 15 minutes`} /> : null}
      <PasswordField chosen label={t`New password`} {...field("password", refusal.password)} />
      <Button type="submit" wide busy={running}>
        <Trans>Set password</Trans>
      </Button>
      <p className="form__other">
        <Trans>
          Remembered it? <Link to={SIGN_IN_PATH}>Sign in</Link>
        </Trans>
      </p>
    </Form>
  );
}

/** The page of the mailed link: sets a new password. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const [link] = useState(linkInAddress);
  return (
    <Page title={t`Choose a new password`} sub={t`Then sign in with it.`}>
      {link === null ? <InvalidLink title={t`This link is not complete`} /> : <PasswordForm link={link} />}
    </Page>
  );
}
