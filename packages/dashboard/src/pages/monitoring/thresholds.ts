import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { type Rule, rulesQuestion, type Severity } from "../../api/alerts/rules.ts";
import { readingsQuestion } from "../../api/boat/readings.ts";
import { SEVERITY_WORDS } from "../../features/alerts/severity.ts";
import { type Measure, quantityOf, shownOf } from "../../measurements/measure.ts";
import type { Threshold } from "../../plots/threshold.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { spoken } from "../../units/quantity.ts";

const URGENT: readonly Severity[] = ["alarm", "emergency"];
const NONE: readonly Rule[] = [];

interface Side {
  readonly isBelow: boolean;
  /** In SI units. */
  readonly si: number;
  readonly severity: Severity;
}

/** The thresholds of rules that watch one of these keys; none of a rule that is off. */
function thresholdsOf(rules: readonly Rule[], keys: readonly string[]): readonly Side[] {
  return rules
    .filter(({ key, enabled }) => enabled && key !== null && keys.includes(key))
    .flatMap(({ kind, low, high, severity }) => [
      ...(low !== null && (kind === "below" || kind === "outside")
        ? [{ isBelow: true, si: low, severity }]
        : []),
      ...(high !== null && (kind === "above" || kind === "outside")
        ? [{ isBelow: false, si: high, severity }]
        : []),
    ]);
}

/** The thresholds of a measurement in the user's unit, also of rules that watch the value it is read as. */
export function useThresholds(measured: string, measure: Measure): readonly Threshold[] {
  const { t, i18n } = useLingui();
  const display = useDisplay();
  const { value: rules = NONE } = useAnswer(rulesQuestion);
  const { value: readings } = useAnswer(readingsQuestion);
  return useMemo(() => {
    const readAs = readings?.find(({ key }) => key === measured)?.mappedTo ?? [];
    return thresholdsOf(rules, [measured, ...readAs]).map(({ isBelow, si, severity }) => {
      const [level, figure] = [i18n._(SEVERITY_WORDS[severity]), spoken(quantityOf(measure, si, display))];
      return {
        value: shownOf(measure, si, display),
        words: isBelow ? t`${level}: below ${figure}` : t`${level}: above ${figure}`,
        urgent: URGENT.includes(severity),
      };
    });
  }, [rules, readings, measured, measure, display, t, i18n]);
}
