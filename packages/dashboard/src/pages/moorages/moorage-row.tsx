import { Plural, useLingui } from "@lingui/react/macro";
import type { Moorage } from "../../api/places/moorages.ts";
import { Link } from "../../routing/link.tsx";
import { mooragePath } from "../../routing/paths.ts";
import { STAY_TYPES, StayIcon } from "../../ui/figures/stay-type.tsx";
import { Icon } from "../../ui/icon.tsx";
import { countryName } from "../../units/country.ts";
import { formatDuration } from "../../units/duration.ts";

/** A moorage in the list, with a link to its page. */
export function MoorageRow({ moorage }: { readonly moorage: Moorage }) {
  const { t, i18n } = useLingui();
  const sub = [
    moorage.home ? t`Home port` : null,
    moorage.stayCode === 1 ? null : t(STAY_TYPES[moorage.stayCode]),
    countryName(moorage.country, i18n.locale),
  ];
  return (
    <li>
      <Link to={mooragePath(moorage.id)} className="row">
        <span className="row__icon">
          {moorage.home ? <Icon name="home" /> : <StayIcon code={moorage.stayCode} />}
        </span>
        <span className="row__words">
          <span className="row__title">{moorage.name ?? t`Unnamed place`}</span>
          <span className="row__sub">{sub.filter((words) => words !== null).join(", ")}</span>
        </span>
        <span className="row__numbers">
          <span className="row__main">
            {moorage.visits === null ? "–" : <Plural value={moorage.visits} one="# visit" other="# visits" />}
          </span>
          <span className="row__side">
            {moorage.totalStaySeconds === null ? "" : formatDuration(moorage.totalStaySeconds)}
          </span>
        </span>
      </Link>
    </li>
  );
}
