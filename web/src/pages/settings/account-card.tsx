import { settingsQuestion } from "../../api/account/settings.ts";
import { signOutEverywhere } from "../../api/account/sign-out-everywhere.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { navigate } from "../../routing/location.ts";
import { SIGN_IN_PATH } from "../../routing/paths.ts";
import { endSession } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatDay } from "../../units/instant.ts";
import { Notifications } from "./notifications.tsx";

function signOut(): void {
  endSession("signed-out");
  navigate(SIGN_IN_PATH, "replace");
}

function SignOut() {
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => {
    await signOutEverywhere();
    signOut();
  });
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <div className="settings__actions">
        <Button kind="quiet" icon="leave" onClick={signOut}>
          Sign out
        </Button>
        <ConfirmButton
          words="Sign out everywhere"
          question="This ends your sessions on all devices, this one too. The boat keeps sending."
          busy={running}
          disabled={!online}
          onConfirm={run}
        />
      </div>
    </>
  );
}

/** Who is signed in, what Wakelog sends them, and the ways to sign out. */
export function AccountCard() {
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  const { clock } = useDisplay();
  return (
    <Card title="Account">
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {settings === undefined && problem === null ? <Skeleton height="8rem" /> : null}
      {settings === undefined ? null : (
        <>
          <dl className="settings__facts">
            <dt>Name</dt>
            <dd>
              {settings.firstName} {settings.lastName}
            </dd>
            <dt>E-mail</dt>
            <dd>
              {settings.email}
              <span className="settings__aside">{settings.emailValid ? "verified" : "not verified yet"}</span>
            </dd>
            <dt>Since</dt>
            <dd>{settings.createdAt === null ? "–" : formatDay(settings.createdAt, clock)}</dd>
          </dl>
          <Notifications settings={settings} onChanged={refetch} />
        </>
      )}
      <SignOut />
    </Card>
  );
}
