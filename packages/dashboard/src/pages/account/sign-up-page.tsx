import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { accountProblem } from "../../api/account/account-problem.ts";
import { type NewAccount, signUp, signUpStateQuestion } from "../../api/account/sign-up.ts";
import { addressOf, nameOf, newPassword } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { SIGN_IN_PATH, START_PATH } from "../../routing/paths.ts";
import { beginSession } from "../../session/token.ts";
import { useToken } from "../../session/use-token.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField } from "../../ui/form/email-field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

const accountFields = (t: Sentence) =>
  z.object({
    firstName: nameOf(t, 1),
    lastName: nameOf(t, 1),
    email: addressOf(t),
    password: newPassword(t),
  });

export function SignUpPage() {
  const { t } = useLingui();
  const isFirst = useAnswer(signUpStateQuestion, null, useToken() === null).value?.isFirst === true;
  const { field, submit } = useForm(accountFields, { firstName: "", lastName: "", email: "", password: "" });
  const { run, running, problem } = useCommand(async (account: NewAccount) => {
    beginSession(await signUp(account), account.email);
    navigate(START_PATH, "replace");
  }, false);
  const refusal = accountProblem(problem, useDisplay());
  return (
    <Page
      title={t`Create an account`}
      sub={
        isFirst
          ? t`This server has no account yet: the first is yours. Next you register your boat.`
          : t`Next you register your boat, and it starts keeping its own log.`
      }
    >
      <Form label={t`Create an account`} onSubmit={submit(run)}>
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
        <div className="form__pair">
          <TextField
            label={t`First name`}
            name="given-name"
            autoComplete="given-name"
            required
            {...field("firstName", refusal.firstName)}
          />
          <TextField
            label={t`Last name`}
            name="family-name"
            autoComplete="family-name"
            required
            {...field("lastName", refusal.lastName)}
          />
        </div>
        <EmailField {...field("email", refusal.email)} />
        <PasswordField chosen {...field("password", refusal.password)} />
        <Button type="submit" wide busy={running}>
          <Trans>Create account</Trans>
        </Button>
        {isFirst ? null : (
          <p className="form__other">
            <Trans>
              Already have an account? <Link to={SIGN_IN_PATH}>Sign in</Link>
            </Trans>
          </p>
        )}
      </Form>
    </Page>
  );
}
