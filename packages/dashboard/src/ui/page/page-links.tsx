import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ButtonLink } from "../button.tsx";
import { Icon } from "../icon.tsx";
import "./page-links.css";

interface PageLinksProps {
  readonly label: string;
  /** Addresses; null at the end of the list. */
  readonly newer: string | null;
  readonly older: string | null;
  /** The position in the list. */
  readonly children: ReactNode;
}

/** Paging by links; nothing if the list fits on one page. */
export function PageLinks({ label, newer, older, children }: PageLinksProps) {
  if (newer === null && older === null) return null;
  return (
    <nav className="pager" aria-label={label}>
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink to={newer} kind="quiet" rel="prev">
          <Icon name="back" size={20} />
          <Trans>Newer</Trans>
        </ButtonLink>
      )}
      <p className="pager__words">{children}</p>
      {older === null ? (
        <span />
      ) : (
        <ButtonLink to={older} kind="quiet" rel="next">
          <Trans>Older</Trans>
          <Icon name="forward" size={20} />
        </ButtonLink>
      )}
    </nav>
  );
}
