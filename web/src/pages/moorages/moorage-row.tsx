import { useEffect, useRef } from "react";
import type { Moorage } from "../../api/places/moorages.ts";
import { Link } from "../../routing/link.tsx";
import { mooragePath } from "../../routing/paths.ts";
import { StayIcon, stayTypeWords } from "../../ui/figures/stay-type.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatDuration } from "../../units/duration.ts";

interface MoorageRowProps {
  readonly moorage: Moorage;
  readonly selected: boolean;
}

/** One place in the list; choosing it marks it on the chart. */
export function MoorageRow({ moorage, selected }: MoorageRowProps) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <li ref={line}>
      <Link
        to={mooragePath(moorage.id)}
        className={selected ? "row row--selected" : "row"}
        aria-current={selected ? "true" : undefined}
      >
        <span className="row__icon">
          {moorage.home ? <Icon name="home" /> : <StayIcon code={moorage.stayCode} />}
        </span>
        <span className="row__words">
          <span className="row__title">{moorage.name ?? "Unnamed place"}</span>
          <span className="row__sub">
            {[moorage.home ? "Home port" : null, stayTypeWords(moorage.stayType)]
              .filter((words) => words !== null)
              .join(", ")}
          </span>
        </span>
        <span className="row__numbers">
          <span className="row__main">
            {moorage.visits ?? "–"} <small>{moorage.visits === 1 ? "visit" : "visits"}</small>
          </span>
          <span className="row__side">
            {moorage.totalStaySeconds === null ? "" : formatDuration(moorage.totalStaySeconds)}
          </span>
        </span>
      </Link>
    </li>
  );
}
