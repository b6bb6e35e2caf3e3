import { useLingui } from "@lingui/react/macro";
import type { RuleValues } from "../../api/alerts/rules.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { useKeyTitle } from "../../measurements/key-title.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDuration } from "../../units/duration.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

const METRES_IN_MILE = 1852;

/** A rule's description: `Battery voltage below 12.00 V for 5 min`. */
export function useRuleWords(): (rule: Omit<RuleValues, "name" | "severity">) => string {
  const display = useDisplay();
  const { t } = useLingui();
  const titleOf = useKeyTitle();
  return ({ kind, key, low, high, afterSeconds, circle }) => {
    const title = titleOf(key ?? "");
    const figure = (si: number | null) => spoken(quantityOf(wordsOfKey(key ?? "").measure, si, display));
    const time = afterSeconds === null ? "" : formatDuration(afterSeconds);
    const reach = circle === null ? "" : spoken(nauticalMiles(circle.radius / METRES_IN_MILE, display));
    const lasting = afterSeconds === null || afterSeconds === 0;
    switch (kind) {
      case "below":
        return lasting ? t`${title} below ${figure(low)}` : t`${title} below ${figure(low)} for ${time}`;
      case "above":
        return lasting ? t`${title} above ${figure(high)}` : t`${title} above ${figure(high)} for ${time}`;
      case "outside":
        return lasting
          ? t`${title} below ${figure(low)} or above ${figure(high)}`
          : t`${title} below ${figure(low)} or above ${figure(high)} for ${time}`;
      case "silent":
        return time === "" ? t`${title} is no longer measured` : t`${title} not measured for ${time}`;
      case "offline":
        return time === "" ? t`Nothing heard from the boat` : t`Nothing heard from the boat for ${time}`;
      case "leave":
        return circle === null ? t`The boat leaves an area` : t`The boat leaves a circle of ${reach}`;
      case "enter":
        return circle === null ? t`The boat enters an area` : t`The boat enters a circle of ${reach}`;
      default:
        return t`The anchor drags`;
    }
  };
}
