import { useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { metres, spoken } from "../../units/quantity.ts";
import { POSITION_KEY } from "./anchor-watch.ts";

/** What happened, in the user's language and units; the service's sentence for a kind of a later release. */
export function useAlertWords(): (
  alert: Pick<Alert, "kind" | "key" | "value" | "threshold" | "message">,
) => string {
  const { t } = useLingui();
  const display = useDisplay();
  return ({ kind, key, value, threshold, message }) => {
    const { measure } = wordsOfKey(key ?? "");
    const figure = (si: number) => spoken(quantityOf(measure, si, display));
    const length = (inMetres: number) => spoken(metres(inMetres, display));
    switch (kind) {
      case "below":
      case "above":
      case "outside":
        if (value === null || threshold === null) return t`Beyond its limit.`;
        return value < threshold
          ? t`${figure(value)}, below ${figure(threshold)}.`
          : t`${figure(value)}, above ${figure(threshold)}.`;
      case "silent":
        return key === POSITION_KEY ? t`No new position.` : t`No new value.`;
      case "offline":
        return t`No contact with the boat.`;
      case "drag":
        return value === null || threshold === null
          ? t`The boat is outside its circle.`
          : t`The boat is ${length(value)} from its place, farther than ${length(threshold)}.`;
      case "leave":
        return t`The boat has left the area.`;
      case "enter":
        return t`The boat is in the area.`;
      default:
        return message;
    }
  };
}
