import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { useHasBoat } from "../../features/boat/use-has-boat.ts";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsLive } from "../../queries/use-live.ts";
import { Badge } from "./badge.tsx";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** The number of active alerts. */
export function AlertBadge() {
  const { t } = useLingui();
  const refresh = useIsLive() ? null : REFRESH_SECONDS;
  const [hasBoat, isDue] = [useHasBoat(), useFirstAnswered()];
  const { value: raised } = useAnswer(raisedAlertsQuestion, refresh, hasBoat === true && isDue);
  const count = raised?.length ?? 0;
  return <Badge count={count} words={t`${plural(count, { one: "# raised", other: "# raised" })}`} />;
}
