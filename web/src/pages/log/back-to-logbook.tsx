import { Trans } from "@lingui/react/macro";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";
import { Icon } from "../../ui/icon.tsx";

/** The way back to the list. */
export function BackToLogbook() {
  return (
    <Link to={LOGS_PATH} className="log__back">
      <Icon name="back" size={20} /> <Trans>Logbook</Trans>
    </Link>
  );
}
