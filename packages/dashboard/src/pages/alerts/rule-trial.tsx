import { Plural, Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { RuleValues } from "../../api/alerts/rules.ts";
import { historyQuestion } from "../../api/boat/history.ts";
import { tryCondition } from "../../measurements/trial.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { formatInstant } from "../../units/instant.ts";

const WEEK_HOURS = 168;
const STEPS = 500;

interface RuleTrialProps {
  readonly measured: string;
  readonly rule: RuleValues;
}

/** How often a rule would have been raised in the last week. */
export function RuleTrial({ measured, rule }: RuleTrialProps) {
  const display = useDisplay();
  const question = useMemo(
    () => historyQuestion([measured], { hours: WEEK_HOURS, until: null }, STEPS),
    [measured],
  );
  const { value: history } = useAnswer(question);
  if (history === undefined) return <Trans>Looking at the last week…</Trans>;
  const isKnown = history.series.get(measured)?.average.some((one) => one !== null) === true;
  if (!isKnown) return <Trans>This was not measured in the last week.</Trans>;
  const { raised, last, holds } = tryCondition(history, measured, {
    low: rule.low,
    high: rule.high,
    afterSeconds: rule.afterSeconds ?? 60,
  });
  if (last === null) return <Trans>In the last week it would not have been raised.</Trans>;
  const when = formatInstant(last, display);
  return (
    <>
      <Plural
        value={raised}
        one="In the last week it would have been raised about once,"
        other="In the last week it would have been raised about # times,"
      />{" "}
      {holds ? <Trans>last on {when}, and it would be now.</Trans> : <Trans>last on {when}.</Trans>}
    </>
  );
}
