import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountProblem } from "../../api/account/account-problem.ts";
import { needsPassword, registerVessel } from "../../api/boat/boat-token.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { problemOf } from "../../api/problem.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { ConfirmPassword } from "./confirm-password.tsx";
import { NewToken } from "./new-token.tsx";
import type { BoatToken } from "./plugin-steps.tsx";

interface ShowTokenProps {
  readonly email: string;
  readonly onToken: (token: BoatToken) => void;
}

/**
 * For a boat that is registered: the token is shown only when somebody asks for it. Some minutes after the sign-in the
 * server wants the password as well; the page asks for it only then.
 */
export function ShowToken({ email, onToken }: ShowTokenProps) {
  const { t } = useLingui();
  const { value: vessel } = useAnswer(vesselQuestion);
  const name = vessel?.name ?? t`Your boat`;
  const [confirming, setConfirming] = useState(false);
  const { run, running, problem } = useCommand(async (password: string | null) => {
    const known = { ownerEmail: email, name: vessel?.name ?? "boat", mmsi: vessel?.mmsi ?? "" };
    try {
      onToken({ token: await registerVessel(known, password), news: "shown" });
    } catch (thrown) {
      // The first time it is a question; once a password was given, it is a refusal.
      if (password !== null || !needsPassword(problemOf(thrown))) throw thrown;
      setConfirming(true);
    }
  });
  const refusal = accountProblem(problem);
  if (confirming) {
    return (
      <ConfirmPassword
        refusal={refusal.password}
        running={running}
        onPassword={(password) => void run(password)}
        onCancel={() => setConfirming(false)}
      >
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      </ConfirmPassword>
    );
  }
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <p>
        <Trans>
          <strong>{name}</strong> is registered. Anybody who has its token can write in your log, so check who
          is looking before you show it.
        </Trans>
      </p>
      <div className="form__actions">
        <Button busy={running} onClick={() => void run(null)}>
          <Trans>Show the boat's token</Trans>
        </Button>
        <NewToken onToken={(token) => onToken({ token, news: "replaced" })} />
      </div>
    </>
  );
}
