import type { ReactNode } from "react";
import type { Stay } from "../../api/places/stays.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { mooragePath } from "../../routing/paths.ts";
import { StayIcon, stayTypeWords } from "../../ui/figures/stay-type.tsx";
import { formatDuration } from "../../units/duration.ts";
import { type Clock, formatInstant, formatInstants } from "../../units/instant.ts";

/** How long it lasted, or lasts so far. */
function seconds({ durationSeconds, arrived, departed }: Stay): number | null {
  if (durationSeconds !== null) return durationSeconds;
  return arrived === null ? null : ((departed ?? new Date()).getTime() - arrived.getTime()) / 1000;
}

/** From when to when; since when, while the boat is there. */
function times({ arrived, departed }: Stay, clock: Clock): string {
  if (arrived === null) return departed === null ? "" : `Until ${formatInstant(departed, clock)}`;
  return departed === null
    ? `Since ${formatInstant(arrived, clock)}`
    : formatInstants(arrived, departed, clock);
}

function Line({ to, children }: { readonly to: string | null; readonly children: ReactNode }) {
  if (to === null) return <div className="row">{children}</div>;
  return (
    <Link to={to} className="row">
      {children}
    </Link>
  );
}

/** One stay in the list; leads to its place. */
export function StayRow({ stay }: { readonly stay: Stay }) {
  const { clock } = useDisplay();
  const name = stay.moorage ?? stay.name;
  const lasted = seconds(stay);
  const type = stayTypeWords(stay.stayType);
  return (
    <li>
      <Line to={stay.moorageId === null ? null : mooragePath(stay.moorageId)}>
        <span className="row__icon">
          <StayIcon code={stay.stayCode} />
        </span>
        <span className="row__words">
          {name === null ? (
            <span className="row__title row__title--waiting">Place being looked up…</span>
          ) : (
            <span className="row__title">{name}</span>
          )}
          {type === null ? null : <span className="row__sub">{type}</span>}
          <span className="row__sub">{times(stay, clock)}</span>
        </span>
        <span className="row__numbers">
          <span className="row__main">{lasted === null ? "–" : formatDuration(lasted)}</span>
          <span className="row__side">{stay.departed === null ? "still here" : ""}</span>
        </span>
      </Line>
    </li>
  );
}
