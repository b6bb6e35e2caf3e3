import { updatePreference } from "../../api/account/update-preference.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface NotificationSwitchProps {
  readonly on: boolean;
  readonly onChanged: () => void;
}

/** Whether Wakelog writes e-mail about logs and alarms. */
export function NotificationSwitch({ on, onChanged }: NotificationSwitchProps) {
  const online = useOnline();
  const { run, running, problem } = useCommand(async (enabled: boolean) => {
    await updatePreference("email_notifications", enabled);
    onChanged();
  });
  return (
    <>
      <label className="switch">
        <span>E-mail about new logs and alarms</span>
        <input
          type="checkbox"
          checked={on}
          disabled={running || !online}
          onChange={(event) => void run(event.target.checked)}
        />
      </label>
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </>
  );
}
