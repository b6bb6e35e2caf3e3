import { Trans, useLingui } from "@lingui/react/macro";
import { useOnline } from "../../offline/connectivity.ts";
import { Notice } from "../../ui/page/notice.tsx";

/** Says that the server cannot be reached, while it cannot. */
export function OfflineNotice() {
  const { t } = useLingui();
  return useOnline() ? null : (
    <Notice tone="warn" icon="offline" title={t`Offline`} name={t`Offline`}>
      <p className="notice__more">
        <Trans>The server cannot be reached: you see what this device has kept.</Trans>
      </p>
    </Notice>
  );
}
