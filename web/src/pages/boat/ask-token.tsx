import { registerVessel } from "../../api/account/register-vessel.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface AskTokenProps {
  readonly email: string;
  readonly onToken: (token: string) => void;
}

/** For a boat that is registered: the token is shown only when somebody asks for it. */
export function AskToken({ email, onToken }: AskTokenProps) {
  const { value: vessel } = useAnswer(vesselQuestion);
  const { run, running, problem } = useCommand(async () => {
    onToken(
      await registerVessel({ ownerEmail: email, name: vessel?.name ?? "boat", mmsi: vessel?.mmsi ?? "" }),
    );
  });
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <p>
        <strong>{vessel?.name ?? "Your boat"}</strong> is registered. Anybody who has its token can write in
        your log, so check who is looking before you show it.
      </p>
      <div className="form__actions">
        <Button busy={running} onClick={() => void run()}>
          Show the boat's token
        </Button>
      </div>
    </>
  );
}
