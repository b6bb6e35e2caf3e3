import type { ReactNode } from "react";
import type { Stay } from "../../api/stays.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { StayIcon, stayTypeWords } from "../../ui/stay-type.tsx";
import { formatDuration } from "../../units/duration.ts";
import { formatInstant } from "../../units/instant.ts";

/** How long it lasted, or lasts so far. */
function seconds({ durationSeconds, arrived, departed }: Stay): number | null {
  if (durationSeconds !== null) return durationSeconds;
  return arrived === null ? null : ((departed ?? new Date()).getTime() - arrived.getTime()) / 1000;
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
  return (
    <li>
      <Line to={stay.moorageId === null ? null : `/moorage/${stay.moorageId}`}>
        <span className="row__icon">
          <StayIcon code={stay.stayCode} />
        </span>
        <span className="row__words">
          {name === null ? (
            <span className="row__title row__title--waiting">Place being looked up…</span>
          ) : (
            <span className="row__title">{name}</span>
          )}
          <span className="row__sub">{stayTypeWords(stay.stayCode)}</span>
          {stay.arrived === null ? null : (
            <time className="row__sub" dateTime={stay.arrived.toISOString()}>
              {formatInstant(stay.arrived, clock)}
            </time>
          )}
        </span>
        <span className="row__numbers">
          <span className="row__main">{lasted === null ? "–" : formatDuration(lasted)}</span>
          <span className="row__side">{stay.departed === null ? "still there" : ""}</span>
        </span>
      </Line>
    </li>
  );
}
