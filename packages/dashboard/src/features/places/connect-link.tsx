import { Trans } from "@lingui/react/macro";
import { START_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** For pages that stay empty until the boat sends data: links to the setup. */
export function ConnectLink() {
  return (
    <ButtonLink kind="quiet" to={START_PATH}>
      <Trans>How to connect the boat</Trans>
    </ButtonLink>
  );
}
