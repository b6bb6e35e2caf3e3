import { Trans } from "@lingui/react/macro";
import { Link } from "../../routing/link.tsx";
import { START_PATH } from "../../routing/paths.ts";
import "../../ui/button.css";

/** For a page that stays empty until the boat sends something: leads to how that begins. */
export function ConnectLink() {
  return (
    <Link to={START_PATH} className="button button--quiet">
      <Trans>How to connect the boat</Trans>
    </Link>
  );
}
