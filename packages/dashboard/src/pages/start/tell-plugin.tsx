import { Trans, useLingui } from "@lingui/react/macro";
import { ConnectBoat } from "../../features/boat/connect-boat.tsx";
import { ShowToken } from "../../features/boat/show-token.tsx";
import { useApiAddress } from "../../queries/use-api-address.ts";
import { CopyField } from "../../ui/form/copy-field.tsx";

/** The plugin's name in the Signal K app store. */
const PLUGIN = "signalk-postgsail";

interface TellPluginProps {
  readonly email: string;
  readonly token: string | null;
  readonly onToken: (token: string) => void;
}

/** The plugin to install, where to find it, and its settings. */
export function TellPlugin({ email, token, onToken }: TellPluginProps) {
  const { t } = useLingui();
  const { address, onlyHere } = useApiAddress();
  return (
    <div className="start__plugin">
      <ConnectBoat />
      <p>
        <Trans>
          Or with another plugin: on the boat's Signal K server open <strong>Appstore</strong>, look for{" "}
          <strong>{PLUGIN}</strong> and install it. After a restart it is under{" "}
          <strong>Server → Plugin Config</strong>.
        </Trans>
      </p>
      <CopyField label={t`Plugin`} value={PLUGIN} />
      <CopyField label={t`Host`} value={address} />
      {onlyHere ? (
        <p className="start__hint">
          <Trans>
            This address works only on the machine that runs Wakelog. Anywhere else, use the name or address
            of that machine instead.
          </Trans>
        </p>
      ) : null}
      {token === null ? (
        <ShowToken email={email} onToken={(shown) => onToken(shown.token)} />
      ) : (
        <>
          <CopyField label={t`Token`} value={token} />
          <p className="start__hint">
            <Trans>
              Keep it to yourself: it never expires, and anybody who has it can write in your log.
            </Trans>
          </p>
          <p>
            <Trans>To try both, from any machine: the answer has the boat's name.</Trans>
          </p>
          <CopyField
            label={t`Command`}
            value={`curl -H "Authorization: Bearer ${token}" ${address}/vessels_view`}
          />
        </>
      )}
    </div>
  );
}
