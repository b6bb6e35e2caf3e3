import { Button } from "../button.tsx";
import "./pager.css";

interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: number | null;
  readonly onOffset: (offset: number) => void;
}

/** Steps through a long list; nothing if all of it is shown. */
export function Pager({ offset, limit, shown, total, onOffset }: PagerProps) {
  const last = total === null ? shown < limit : offset + shown >= total;
  if (offset === 0 && last) return null;
  return (
    <nav className="pager" aria-label="Pages of the list">
      <Button
        kind="quiet"
        icon="back"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - limit))}
      >
        Newer
      </Button>
      <p className="pager__words">
        {shown === 0 ? 0 : offset + 1}–{offset + shown}
        {total === null ? "" : ` of ${total}`}
      </p>
      <Button kind="quiet" icon="forward" disabled={last} onClick={() => onOffset(offset + limit)}>
        Older
      </Button>
    </nav>
  );
}
