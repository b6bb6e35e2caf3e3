import { Trans, useLingui } from "@lingui/react/macro";
import { type Badge, badgesQuestion } from "../../api/statistics/badges.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page/card.tsx";
import { formatDay, inUtc } from "../../units/instant.ts";

/** The user's badges. */
export function Badges() {
  const { t } = useLingui();
  const { value: badges } = useAnswer(badgesQuestion);
  if (badges === undefined) return null;
  return (
    <Card title={t`Badges`}>
      {badges.length === 0 ? (
        <p>
          <Trans>None yet. The first one comes with the first log that is written up.</Trans>
        </p>
      ) : (
        <ul className="badges">
          {badges.map((badge) => (
            <li key={badge.name}>
              <OneBadge badge={badge} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OneBadge({ badge: { name, description, earned, log } }: { readonly badge: Badge }) {
  const display = useDisplay();
  const words = (
    <>
      <span className="badges__medal">
        <Icon name="check" size={22} />
      </span>
      <span>
        <strong>{name}</strong>
        <small>{description}</small>
        <small>{earned === null ? "" : formatDay(earned, inUtc(display))}</small>
      </span>
    </>
  );
  return log === null ? (
    <div className="badges__badge">{words}</div>
  ) : (
    <Link to={logPath(log)} className="badges__badge">
      {words}
    </Link>
  );
}
