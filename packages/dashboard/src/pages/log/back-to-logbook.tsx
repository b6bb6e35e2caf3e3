import { Trans } from "@lingui/react/macro";
import { LOGS_PATH } from "../../routing/paths.ts";
import { BackLink } from "../places/back-link.tsx";

/** The way back to the list. */
export function BackToLogbook() {
  return (
    <BackLink to={LOGS_PATH}>
      <Trans>Logbook</Trans>
    </BackLink>
  );
}
