import { useLingui } from "@lingui/react/macro";
import type { LogBeside } from "../../api/places/logs-beside.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { formatInstant } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import "./place-links.css";

interface PlaceLinkProps {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  /** Its relation to the place, such as the log before. */
  readonly relation?: string;
  readonly sub: string;
}

/** A link to something related to a place. */
export function PlaceLink({ to, icon, title, relation, sub }: PlaceLinkProps) {
  return (
    <Link to={to} className="place-link">
      <Icon name={icon} />
      <span className="place-link__words">
        {relation === undefined ? null : <span className="place-link__role">{relation}</span>}
        <span className="place-link__title">{title}</span>
        {sub === "" ? null : <span className="place-link__sub">{sub}</span>}
      </span>
      <Icon name="forward" size={20} />
    </Link>
  );
}

/** A link to a log. */
export function LogLink({ log, relation }: { readonly log: LogBeside; readonly relation?: string }) {
  const { t } = useLingui();
  const display = useDisplay();
  const sub = [
    log.started === null ? null : formatInstant(log.started, display),
    log.distanceNm === null ? null : spoken(nauticalMiles(log.distanceNm, display)),
  ]
    .filter((part) => part !== null)
    .join(", ");
  return (
    <PlaceLink
      to={logPath(log.id)}
      icon="logs"
      title={log.name ?? t`Log ${log.id}`}
      sub={sub}
      {...(relation === undefined ? {} : { relation })}
    />
  );
}
