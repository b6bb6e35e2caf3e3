import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "../routing/link.tsx";
import { NOW_PATH } from "../routing/paths.ts";
import { Empty } from "../ui/page/empty.tsx";
import { Page } from "../ui/page/page.tsx";

export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <Page title={t`Off the chart`}>
      <Empty icon="now" title={t`There is no page at this address`}>
        <Link to={NOW_PATH}>
          <Trans>Go to your boat</Trans>
        </Link>
      </Empty>
    </Page>
  );
}
