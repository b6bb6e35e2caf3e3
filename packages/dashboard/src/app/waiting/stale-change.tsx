import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { stayCodeOf } from "../../api/places/stays.ts";
import { type Change, newKey, writtenBy } from "../../offline/change.ts";
import { discardChange, resendChange } from "../../offline/outbox.ts";
import { Link } from "../../routing/link.tsx";
import { useLocation } from "../../routing/location.ts";
import { Button } from "../../ui/button.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { useChangedThing } from "./changed-thing.ts";

/** Names of the versioned columns. */
const COLUMN_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  notes: msg`Notes`,
  text: msg`Remark`,
  kind: msg`About`,
  time: msg`Time`,
  extra: msg`Observed`,
  stay_code: msg`Type`,
  home_flag: msg`Home port`,
  radius_m: msg`Radius`,
};

interface StaleChangeProps {
  readonly change: Change;
  /** The stored values by column. */
  readonly stored: Readonly<Record<string, unknown>>;
}

/** An edit conflict: shows both texts until the user chooses one. Pages of other things only link to it. */
export function StaleChange({ change, stored }: StaleChangeProps) {
  const { t, i18n } = useLingui();
  const { name, path } = useChangedThing(change);
  const [page] = useLocation().split("?");
  const mine = writtenBy(change);
  const columns = Object.keys(stored).filter((column) => column in mine);
  const wordsOf = (column: string) => {
    const words = COLUMN_WORDS[column];
    return words === undefined ? column : t(words);
  };
  const what = [name, ...columns.map(wordsOf)].join(" · ");
  if (path !== null && page !== path) {
    return (
      <Notice
        tone="warn"
        icon="alert"
        title={
          <Trans>
            Changed meanwhile: <Link to={path}>{what}</Link>
          </Trans>
        }
      />
    );
  }
  return (
    <Notice tone="warn" icon="alert" title={t`Changed meanwhile: ${what}`}>
      {columns.map((column) => {
        return (
          <div key={column}>
            {columns.length === 1 ? null : <p className="waiting-changes__column">{wordsOf(column)}</p>}
            <dl className="waiting-changes__both">
              <dt>
                <Trans>What you wrote</Trans>
              </dt>
              <dd className="waiting-changes__text">{shown(column, mine[column], i18n)}</dd>
              <dt>
                <Trans>What is there now</Trans>
              </dt>
              <dd className="waiting-changes__text">{shown(column, stored[column], i18n)}</dd>
            </dl>
          </div>
        );
      })}
      <div className="notice__action">
        <Button kind="quiet" onClick={() => void resendChange(change, newKey())}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button kind="quiet" onClick={() => void discardChange(change)}>
          <Trans>Keep theirs</Trans>
        </Button>
      </div>
    </Notice>
  );
}

/** Formats a column's value for comparison. */
function shown(column: string, value: unknown, i18n: I18n): string {
  if (value === null || value === undefined || value === "") return "–";
  if (column === "stay_code") return i18n._(STAY_TYPES[stayCodeOf(Number(value))]);
  if (column === "radius_m") return `${String(value)} m`;
  if (typeof value === "boolean") return i18n._(value ? msg`yes` : msg`no`);
  if (Array.isArray(value)) return value.map((one) => shown("", one, i18n)).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${shown("", one, i18n)}`)
    .join(", ");
}
