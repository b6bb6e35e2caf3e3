import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId } from "react";
import * as z from "zod/mini";
import { signIn } from "../../api/account/sign-in.ts";
import { signUpStateQuestion } from "../../api/account/sign-up.ts";
import { filledIn, titleOf } from "../../forms/fields.ts";
import type { SentBy, Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { BOAT_PATH, NOW_PATH, RECOVER_PATH, SIGN_UP_PATH, VERIFY_PATH } from "../../routing/paths.ts";
import { beginSession, lastEmail, sessionEnd } from "../../session/token.ts";
import { useToken } from "../../session/use-token.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmailField } from "../../ui/form/email-field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";

/** The page requested before signing in; never outside the dashboard. */
function nextPage(): string {
  const next = new URLSearchParams(window.location.search).get("next") ?? NOW_PATH;
  return next.startsWith("/") && !next.startsWith("//") ? next : NOW_PATH;
}

/** Whether the user has just chosen a new password. */
function hasNewPassword(): boolean {
  return new URLSearchParams(window.location.search).get("password") === "new";
}

/** No further limits: accounts may predate the present ones. */
const signInFields = (t: Sentence) => z.object({ email: titleOf(t), password: filledIn(t) });

/** Opens the sign-up instead where no account exists yet. */
export function SignInPage() {
  const { value: state } = useAnswer(signUpStateQuestion, null, useToken() === null);
  const isFirst = state?.isFirst === true;
  useEffect(() => {
    if (isFirst) navigate(SIGN_UP_PATH, "replace");
  }, [isFirst]);
  return isFirst ? null : <SignIn isOpen={state?.isOpen !== false} />;
}

function SignIn({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useLingui();
  const { field, submit } = useForm(signInFields, { email: lastEmail(), password: "" });
  const { run, running, problem } = useCommand(async ({ email, password }: SentBy<typeof signInFields>) => {
    const next = nextPage();
    beginSession(await signIn(email, password), email);
    navigate(next, "replace");
  }, false);
  const ended = sessionEnd();
  const noticeId = useId();
  // The server does not say which of the two is wrong.
  const refusedBy = problem?.status === 401 ? noticeId : undefined;
  return (
    <Page
      title={t`Sign in`}
      sub={
        nextPage().startsWith(VERIFY_PATH)
          ? t`Then enter the code that proves your e-mail address.`
          : t`Your boat has kept the log in the meantime.`
      }
    >
      <Form label={t`Sign in`} onSubmit={submit(run)}>
        {ended !== null && ended !== "signed-out" && problem === null ? (
          <Notice tone="warn" icon="clock" title={t`Your session has ended`}>
            <p className="notice__more">
              <Trans>Sign in again to carry on where you were.</Trans>
            </p>
          </Notice>
        ) : null}
        {hasNewPassword() && problem === null ? (
          <Notice tone="good" icon="check" title={t`Your new password is set`}>
            <p className="notice__more">
              <Trans>Sign in with it.</Trans>
            </p>
            <p className="notice__more">
              <Trans>
                Messages to a phone, browsers, chats and other addresses are switched off: set up again what
                is yours. If someone else may have the token of your boat, make a new one.
              </Trans>
            </p>
            <div className="notice__action">
              <ButtonLink kind="quiet" to={BOAT_PATH}>
                <Trans>To the token of your boat</Trans>
              </ButtonLink>
            </div>
          </Notice>
        ) : null}
        {problem === null ? null : <ProblemNotice problem={problem} id={noticeId} />}
        <EmailField refusedBy={refusedBy} {...field("email")} />
        <PasswordField refusedBy={refusedBy} {...field("password")} />
        <Button type="submit" wide busy={running}>
          <Trans>Sign in</Trans>
        </Button>
        <p className="form__other">
          <Link to={RECOVER_PATH}>
            <Trans>Forgot the password?</Trans>
          </Link>
          {isOpen ? (
            <>
              <br />
              <Trans>
                New here? <Link to={SIGN_UP_PATH}>Create an account</Link>
              </Trans>
            </>
          ) : null}
        </p>
      </Form>
    </Page>
  );
}
