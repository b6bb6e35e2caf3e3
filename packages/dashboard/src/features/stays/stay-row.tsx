import { Trans, useLingui } from "@lingui/react/macro";
import type { Stay } from "../../api/places/stays.ts";
import { Link } from "../../routing/link.tsx";
import { stayPath } from "../../routing/paths.ts";
import { STAY_TYPES, StayIcon } from "../../ui/figures/stay-type.tsx";
import { formatDuration } from "../../units/duration.ts";
import { useLasting, useStayTimes } from "./stay-times.ts";

interface StayRowProps {
  readonly stay: Stay;
  /** A title other than the place, for the place's own page. */
  readonly title?: string;
}

/** A stay in a list, with a link to its page. */
export function StayRow({ stay, title }: StayRowProps) {
  const { t } = useLingui();
  const times = useStayTimes()(stay);
  const lasted = useLasting()(stay);
  const type = stay.stayCode === 1 ? null : t(STAY_TYPES[stay.stayCode]);
  return (
    <li>
      <Link to={stayPath(stay.id)} className="row">
        <span className="row__icon">
          <StayIcon code={stay.stayCode} />
        </span>
        <span className="row__words">
          <span className="row__title">{title ?? stay.moorage ?? t`Place being looked up…`}</span>
          {type === null ? null : <span className="row__sub">{type}</span>}
          {title === undefined ? <span className="row__sub">{times}</span> : null}
        </span>
        <span className="row__numbers">
          <span className="row__main">{lasted === null ? "–" : formatDuration(lasted)}</span>
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
