import { Trans } from "@lingui/react/macro";
import { START_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** For a page that stays empty until the boat sends something: leads to how that begins. */
export function ConnectLink() {
  return (
    <ButtonLink kind="quiet" to={START_PATH}>
      <Trans>How to connect the boat</Trans>
    </ButtonLink>
  );
}
