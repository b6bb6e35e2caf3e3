import { Trans, useLingui } from "@lingui/react/macro";
import { useApiAddress } from "../../queries/use-api-address.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH } from "../../routing/paths.ts";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { Notice } from "../../ui/page/notice.tsx";

/** The boat's token, and the news to show with it. */
export interface BoatToken {
  readonly token: string;
  readonly news: "registered" | "shown" | "replaced";
}

function News({ news }: Pick<BoatToken, "news">) {
  const { t } = useLingui();
  if (news === "replaced") {
    return (
      <Notice tone="warn" icon="alert" title={t`The old token no longer works`}>
        <p className="notice__more">
          <Trans>The boat sends nothing more until its plugin has the new one.</Trans>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="good" icon="check" title={t`Your boat is registered`}>
      <p className="notice__more">
        {news === "registered"
          ? t`It appears here as soon as its plugin is running.`
          : t`This is how to connect it, or to connect it again.`}
      </p>
    </Notice>
  );
}

/** Steps to enter the token in the boat's plugin. */
export function PluginSteps({ token, news }: BoatToken) {
  const { t } = useLingui();
  const { address, onlyHere } = useApiAddress();
  return (
    <>
      <News news={news} />
      <ol className="boat-page__steps">
        <li>
          <p>
            <Trans>On the boat's navigation server, open the settings of the logbook plugin.</Trans>
          </p>
        </li>
        <li>
          <p>
            <Trans>
              Paste this address into <strong>host</strong>:
            </Trans>
          </p>
          <CopyField label={t`Host`} value={address} />
          {onlyHere ? (
            <p className="boat-page__warning">
              <Trans>
                This address works only on the machine that runs Wakelog. Anywhere else, use the name or
                address of that machine instead.
              </Trans>
            </p>
          ) : null}
        </li>
        <li>
          <p>
            <Trans>
              Paste this token into <strong>token</strong>:
            </Trans>
          </p>
          <CopyField label={t`Token`} value={token} />
          <p className="boat-page__warning">
            <Trans>
              Keep it to yourself: it never expires, and anybody who has it can write in your log.
            </Trans>
          </p>
        </li>
        <li>
          <p>
            <Trans>
              Save, and switch on the plugin. Then <Link to={NOW_PATH}>watch the boat come in</Link>.
            </Trans>
          </p>
        </li>
      </ol>
    </>
  );
}
