import { Trans, useLingui } from "@lingui/react/macro";
import { signOutEverywhere } from "../../../api/account/sign-out-everywhere.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { navigate } from "../../../routing/location.ts";
import { SIGN_IN_PATH } from "../../../routing/paths.ts";
import { endSession } from "../../../session/token.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";

function signOut(): void {
  endSession("signed-out");
  navigate(SIGN_IN_PATH, "replace");
}

/** Ends this session, or all of them. */
export function SignOut() {
  const { t } = useLingui();
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
          <Trans>Sign out</Trans>
        </Button>
        <ConfirmButton
          words={t`Sign out everywhere`}
          question={t`This ends your sessions on all devices, this one too. The boat keeps sending.`}
          busy={running}
          disabled={!online}
          onConfirm={run}
        />
      </div>
    </>
  );
}
