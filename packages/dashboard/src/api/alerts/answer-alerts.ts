import { callForNothing } from "../request.ts";

/** Stops an alert's repeated notifications. */
export function acknowledgeAlert(id: number): Promise<void> {
  return callForNothing("acknowledge_alert_fn", { _id: id });
}

/** Silences an alert for some minutes. */
export function snoozeAlert(id: number, minutes: number): Promise<void> {
  return callForNothing("snooze_alert_fn", { _id: id, minutes });
}
