import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { needsPassword } from "../../api/boat/boat-token.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useCommand } from "../../queries/use-command.ts";
import { PASSWORD_ALONE, PasswordDialog } from "./password-dialog.tsx";

/** An action, and the dialog that it may need. */
interface Confirmed {
  readonly run: () => Promise<unknown>;
  readonly running: boolean;
  readonly problem: ApiProblem | null;
  /** Asks for the password while the action needs it. */
  readonly dialog: ReactNode;
}

/**
 * An action for which the server requires the password some minutes after sign-in; only then is it asked for.
 * @param act receives null at first
 * @param why says in the dialog why it is asked for
 */
export function useConfirmed(act: (password: string | null) => Promise<void>, why: ReactNode): Confirmed {
  const { t } = useLingui();
  const [confirming, setConfirming] = useState(false);
  const { run, running, problem } = useCommand(async () => {
    try {
      await act(null);
    } catch (thrown) {
      if (!needsPassword(problemOf(thrown))) throw thrown;
      setConfirming(true);
    }
  });
  const dialog = confirming ? (
    <PasswordDialog
      {...PASSWORD_ALONE}
      title={t`Confirm your password`}
      answer={t`Continue`}
      onAnswer={({ password }) => act(password)}
      onClose={() => setConfirming(false)}
    >
      {why}
    </PasswordDialog>
  ) : null;
  return { run, running, problem, dialog };
}
