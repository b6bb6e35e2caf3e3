import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { reviewCountQuestion } from "../api/logs/review.ts";
import { useHasBoat } from "../features/boat/use-has-boat.ts";
import { useFirstAnswered } from "../queries/ask-ahead.ts";
import { useAnswer } from "../queries/use-answer.ts";
import { Badge } from "./navigation/badge.tsx";

/** Poll interval for new decisions. */
const REFRESH_SECONDS = 300;

/** The number of pending decisions; nothing if zero. */
export function ReviewBadge() {
  const { t } = useLingui();
  const [hasBoat, isDue] = [useHasBoat(), useFirstAnswered()];
  const { total } = useAnswer(reviewCountQuestion, REFRESH_SECONDS, hasBoat === true && isDue);
  const count = total ?? 0;
  return <Badge count={count} words={t`${plural(count, { one: "# waits", other: "# wait" })}`} />;
}
