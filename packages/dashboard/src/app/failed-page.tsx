import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Page } from "../ui/page/page.tsx";

/** Shown instead of a page that failed. */
export function FailedPage() {
  const { t } = useLingui();
  return (
    <Page title={t`This page could not be shown`}>
      <Notice tone="bad" icon="alert" title={t`Something went wrong on the way to your screen`}>
        <p className="notice__more">
          <Trans>
            Nothing in your logbook was changed. The connection may have failed, or there may be a newer
            version.
          </Trans>
        </p>
        <div className="notice__action">
          <Button kind="quiet" onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </div>
      </Notice>
    </Page>
  );
}
