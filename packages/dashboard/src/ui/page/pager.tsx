import { Trans, useLingui } from "@lingui/react/macro";
import { PageLinks } from "./page-links.tsx";

interface PagerProps {
  /** From 1, the newest. */
  readonly page: number;
  readonly limit: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: number | null;
  /** The address of another page. */
  readonly addressOf: (page: number) => string;
}

/** Paging through a list by links; nothing if it fits on one page. */
export function Pager({ page, limit, shown, total, addressOf }: PagerProps) {
  const { t } = useLingui();
  const last = total === null ? null : Math.max(1, Math.ceil(total / limit));
  const more = last === null ? shown === limit : page < last;
  return (
    <PageLinks
      label={t`Pages of the list`}
      newer={page > 1 ? addressOf(Math.min(page - 1, last ?? page)) : null}
      older={more ? addressOf(page + 1) : null}
    >
      <Trans>
        Page {page} of {last ?? "…"}
      </Trans>
    </PageLinks>
  );
}
