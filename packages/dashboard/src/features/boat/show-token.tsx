import { Trans, useLingui } from "@lingui/react/macro";
import { registerVessel } from "../../api/boat/boat-token.ts";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { useConfirmed } from "../password/use-confirmed.tsx";
import { NewToken } from "./new-token.tsx";
import type { BoatToken } from "./plugin-steps.tsx";

interface ShowTokenProps {
  readonly email: string;
  readonly onToken: (token: BoatToken) => void;
}

/** Shows a registered boat's token on request. */
export function ShowToken({ email, onToken }: ShowTokenProps) {
  const { t } = useLingui();
  const { value: vessel } = useAnswer(vesselQuestion);
  const name = vessel?.name ?? t`Your boat`;
  const { run, running, problem, dialog } = useConfirmed(
    async (password) => {
      const known = { ownerEmail: email, name: vessel?.name ?? "boat", mmsi: vessel?.mmsi ?? "" };
      onToken({ token: await registerVessel(known, password), news: "shown" });
    },
    <p>
      <Trans>
        You signed in more than ten minutes ago, and the boat's token never expires. Please confirm that it is
        you.
      </Trans>
    </p>,
  );
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
        <Button busy={running} onClick={() => void run()}>
          <Trans>Show the boat's token</Trans>
        </Button>
        <NewToken onToken={(token) => onToken({ token, news: "replaced" })} />
      </div>
      {dialog}
    </>
  );
}
