import { Trans, useLingui } from "@lingui/react/macro";
import type { Settings } from "../../../api/account/settings.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { formatDay } from "../../../units/instant.ts";
import { ChangeName } from "./change-name.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { NewPassword } from "./new-password.tsx";
import { SignOut } from "./sign-out.tsx";
import { TakeAlong } from "./take-along.tsx";

interface AccountSectionProps {
  readonly settings: Settings;
  readonly onChanged: () => void;
}

/** The signed-in account: exports, sign-out and deletion. */
export function AccountSection({ settings, onChanged }: AccountSectionProps) {
  const { t } = useLingui();
  const display = useDisplay();
  return (
    <Card title={t`Account`}>
      <div className="settings__account">
        <dl className="settings__facts">
          <dt>
            <Trans>E-mail</Trans>
          </dt>
          <dd>
            {settings.email}
            <span className="settings__aside">
              {settings.emailValid ? <Trans>verified</Trans> : <Trans>not verified yet</Trans>}
            </span>
          </dd>
          <dt>
            <Trans>Since</Trans>
          </dt>
          <dd>{settings.createdAt === null ? "–" : formatDay(settings.createdAt, display)}</dd>
        </dl>
        <h3>
          <Trans>Your name</Trans>
        </h3>
        <ChangeName firstName={settings.firstName} lastName={settings.lastName} onChanged={onChanged} />
        <h3>
          <Trans>Password</Trans>
        </h3>
        <NewPassword email={settings.email} />
        <h3>
          <Trans>Take everything with you</Trans>
        </h3>
        <TakeAlong />
        <h3>
          <Trans>Leave</Trans>
        </h3>
        <SignOut />
        <DeleteAccount email={settings.email} />
      </div>
    </Card>
  );
}
