import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Stay } from "../../api/places/stays.ts";
import { useDisplayChoices } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { stayPath } from "../../routing/paths.ts";
import { STAY_TYPES, StayIcon } from "../../ui/figures/stay-type.tsx";
import { formatDuration } from "../../units/duration.ts";
import { nightsBetween } from "../../units/instant.ts";
import { StaySpan } from "./stay-span.tsx";
import { useLasting } from "./stay-times.ts";

interface StayRowProps {
  readonly stay: Stay;
  /** Whether the list is of one place; the stay is then called by its times. */
  readonly atPlace?: boolean;
  /** A heading above the row. */
  readonly children?: ReactNode;
}

/** A stay in a list, with a link to its page. */
export function StayRow({ stay, atPlace = false, children }: StayRowProps) {
  const { t } = useLingui();
  const type = stay.stayCode === 1 ? null : t(STAY_TYPES[stay.stayCode]);
  return (
    <li>
      {children}
      <Link to={stayPath(stay.id)} className={atPlace ? "row stay-row stay-row--visit" : "row stay-row"}>
        <span className="row__icon">
          <StayIcon code={stay.stayCode} />
        </span>
        <span className="row__words">
          <span className="row__title">
            {atPlace ? <StaySpan stay={stay} short={false} /> : (stay.moorage ?? t`Place being looked up…`)}
          </span>
          {type === null ? null : <span className="row__sub stay-row__type">{type}</span>}
          {atPlace ? null : (
            <span className="row__sub stay-row__times">
              <StaySpan stay={stay} short />
            </span>
          )}
        </span>
        <span className="row__numbers">
          <span className="row__main">
            <Lasting stay={stay} />
          </span>
          {stay.departed === null ? (
            <span className="row__side">
              <Trans>still here</Trans>
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

/** Nights spent; hours, if there was none. */
function Lasting({ stay }: { readonly stay: Stay }) {
  const now = useNow();
  const lasted = useLasting()(stay);
  const { zone } = useDisplayChoices().account;
  if (stay.arrived === null || lasted === null) return "–";
  const nights = nightsBetween(stay.arrived, stay.departed ?? now, zone ?? "UTC");
  return nights < 1 ? formatDuration(lasted) : <Plural value={nights} one="# night" other="# nights" />;
}
