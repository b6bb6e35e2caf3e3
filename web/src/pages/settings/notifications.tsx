import type { Settings } from "../../api/account/settings.ts";
import { updatePreference } from "../../api/account/update-preference.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { VERIFY_PATH } from "../../routing/paths.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";

interface NotificationsProps {
  readonly settings: Settings;
  readonly onChanged: () => void;
}

/** Where Wakelog writes about logs and alarms: by mail once the address is verified, and to a linked chat. */
export function Notifications({ settings, onChanged }: NotificationsProps) {
  return (
    <div className="settings__notifications">
      {settings.emailValid ? (
        <MailSwitch on={settings.emailNotifications} onChanged={onChanged} />
      ) : (
        <MailIsOff />
      )}
      {settings.hasChat ? <LinkedChat onChanged={onChanged} /> : null}
    </div>
  );
}

function MailIsOff() {
  return (
    <Notice tone="warn" icon="alert" title="Mail is off until you verify your address">
      <p className="notice__more">
        Wakelog writes about logs and alarms only to an address that is known to be yours. To verify it, enter
        the code that was mailed to you.
      </p>
      <div className="notice__action">
        <Link to={VERIFY_PATH} className="button button--quiet">
          Enter the code
        </Link>
      </div>
    </Notice>
  );
}

function MailSwitch({ on, onChanged }: { readonly on: boolean; readonly onChanged: () => void }) {
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

function LinkedChat({ onChanged }: { readonly onChanged: () => void }) {
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => {
    await updatePreference("messenger", null);
    onChanged();
  });
  return (
    <>
      <p>A chat is linked to your account: the chat bot writes there, and reads your logbook for it.</p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <ConfirmButton
        words="Unlink the chat"
        question="The chat bot then no longer writes to that chat, nor reads your logbook for it."
        busy={running}
        disabled={!online}
        onConfirm={run}
      />
    </>
  );
}
