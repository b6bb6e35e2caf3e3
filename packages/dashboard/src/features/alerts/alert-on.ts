import type { Alert } from "../../api/alerts/alerts.ts";

/** Rules may watch how a value changes. */
const CHANGES: Readonly<Record<string, string>> = { pressure_change: "pressure" };

/**
 * The active alert on a value; undefined if there is none.
 * @param names the value's key, and the monitored values read from it
 */
export function alertOn<A extends Pick<Alert, "key">>(
  alerts: readonly A[],
  ...names: readonly string[]
): A | undefined {
  return alerts.find(({ key }) => key !== null && names.includes(CHANGES[key] ?? key));
}
