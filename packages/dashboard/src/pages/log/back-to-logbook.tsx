import { Trans } from "@lingui/react/macro";
import { BackLink } from "../../features/places/back-link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";

/** A link back to the list. */
export function BackToLogbook() {
  return (
    <BackLink to={LOGS_PATH}>
      <Trans>Logbook</Trans>
    </BackLink>
  );
}
