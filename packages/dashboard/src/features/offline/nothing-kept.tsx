import { Trans, useLingui } from "@lingui/react/macro";
import { Notice } from "../../ui/page/notice.tsx";

/** Says that this address keeps nothing for times without a link, and what to do; nothing where it does. */
export function NothingKept() {
  const { t } = useLingui();
  if (window.isSecureContext) return null;
  return (
    <Notice tone="plain" icon="offline" title={t`Nothing is kept for times without a link`}>
      <p className="notice__more">
        <Trans>
          Browsers keep pages only over https: open the dashboard by an https address, or as http://localhost
          on the machine that runs it.
        </Trans>
      </p>
    </Notice>
  );
}
