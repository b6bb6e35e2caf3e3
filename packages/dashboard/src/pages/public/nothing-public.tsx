import { Trans, useLingui } from "@lingui/react/macro";
import { publicBoatPath } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";

/** For links that show nothing: possible reasons, and a link to what the boat does publish. */
export function NothingPublic({ boat }: { readonly boat: string | null }) {
  const { t } = useLingui();
  return (
    <Page title={t`Off the chart`}>
      <Empty icon="now" title={t`Nothing is shown at this address`}>
        <p>
          <Trans>It may be mistyped, or its owner no longer shows it. Ask who gave it to you.</Trans>
        </p>
        {boat === null ? null : (
          <ButtonLink kind="quiet" to={publicBoatPath(boat)}>
            {boat}
          </ButtonLink>
        )}
      </Empty>
    </Page>
  );
}
