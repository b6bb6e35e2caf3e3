import { useState } from "react";
import { accountProblem } from "../../api/account/account-problem.ts";
import { needsPassword, registerVessel, replaceVesselToken } from "../../api/boat/boat-token.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { problemOf } from "../../api/problem.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { ConfirmPassword } from "./confirm-password.tsx";
import type { BoatToken } from "./plugin-steps.tsx";

interface ShowTokenProps {
  readonly email: string;
  readonly onToken: (token: BoatToken) => void;
}

/** What a person wants of a token: to see it, or a new one in its place. */
type Intent = "show" | "replace";

/**
 * For a boat that is registered: the token is shown only when somebody asks for it. Some minutes after the sign-in the
 * server wants the password as well; the page asks for it only then.
 */
export function ShowToken({ email, onToken }: ShowTokenProps) {
  const { value: vessel } = useAnswer(vesselQuestion);
  const [confirming, setConfirming] = useState<Intent | null>(null);
  const { run, running, problem } = useCommand(async (intent: Intent, password: string | null) => {
    const known = { ownerEmail: email, name: vessel?.name ?? "boat", mmsi: vessel?.mmsi ?? "" };
    try {
      onToken(
        intent === "replace"
          ? { token: await replaceVesselToken(password), news: "replaced" }
          : { token: await registerVessel(known, password), news: "shown" },
      );
    } catch (thrown) {
      // The first time it is a question; once a password was given, it is a refusal.
      if (password !== null || !needsPassword(problemOf(thrown))) throw thrown;
      setConfirming(intent);
    }
  });
  const refusal = accountProblem(problem);
  if (confirming !== null) {
    return (
      <ConfirmPassword
        refusal={refusal.password}
        running={running}
        onPassword={(password) => void run(confirming, password)}
        onCancel={() => setConfirming(null)}
      >
        {refusal.other === null ? null : <ProblemNotice problem={refusal.other} />}
      </ConfirmPassword>
    );
  }
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <p>
        <strong>{vessel?.name ?? "Your boat"}</strong> is registered. Anybody who has its token can write in
        your log, so check who is looking before you show it.
      </p>
      <div className="form__actions">
        <Button busy={running} onClick={() => void run("show", null)}>
          Show the boat's token
        </Button>
        <ConfirmButton
          words="Replace the token"
          question="The old token stops working at once: the boat sends nothing more until its plugin has the new one."
          busy={running}
          onConfirm={() => run("replace", null)}
        />
      </div>
    </>
  );
}
