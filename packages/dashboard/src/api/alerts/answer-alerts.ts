import { callForNothing } from "../request.ts";

/** Stops an alert from being told again and again. */
export function acknowledgeAlert(id: number): Promise<void> {
  return callForNothing("acknowledge_alert_fn", { _id: id });
}

/** Keeps an alert from being told again for some minutes. */
export function snoozeAlert(id: number, minutes: number): Promise<void> {
  return callForNothing("snooze_alert_fn", { _id: id, minutes });
}
