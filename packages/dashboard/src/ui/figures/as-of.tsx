import { Trans } from "@lingui/react/macro";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDay, formatTimeWithZone } from "../../units/instant.ts";
import { Icon } from "../icon.tsx";
import "./as-of.css";

const DAY_MS = 86_400_000;

/** Says when cached data was received; nothing if it is fresh. */
export function AsOf({ storedAt }: { readonly storedAt: Date | null }) {
  const display = useDisplay();
  if (storedAt === null) return null;
  const old = Date.now() - storedAt.getTime() > DAY_MS;
  const time = `${old ? `${formatDay(storedAt, display)}, ` : ""}${formatTimeWithZone(storedAt, display)}`;
  return (
    <p className="as-of" role="status">
      <Icon name="clock" size={16} />
      <span>
        <Trans>as of {time}</Trans>
      </span>
    </p>
  );
}
