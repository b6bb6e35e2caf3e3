import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsLive } from "../../queries/use-live.ts";
import { Badge } from "./badge.tsx";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** The number of active alerts. */
export function AlertBadge() {
  const { t } = useLingui();
  const { value: raised } = useAnswer(raisedAlertsQuestion, useIsLive() ? null : REFRESH_SECONDS);
  const count = raised?.length ?? 0;
  return <Badge count={count} words={t`${plural(count, { one: "# raised", other: "# raised" })}`} />;
}
