import { addRow, changeRow, removeRow } from "../write.ts";
import { columnsOf, type RuleColumns } from "./rule-columns.ts";
import type { RuleValues } from "./rules.ts";

/** Makes a rule. */
export function addRule(values: RuleValues): Promise<void> {
  return addRow("alert_rules", columnsOf(values));
}

/** Changes columns of a rule; the others are kept. */
export async function changeRule(id: number, columns: RuleColumns): Promise<void> {
  if (Object.keys(columns).length > 0) await changeRow("alert_rules", id, columns);
}

/** Switches a rule on or off. */
export function switchRule(id: number, enabled: boolean): Promise<void> {
  return changeRule(id, { enabled });
}

/** Deletes a rule; its alerts are kept. */
export function deleteRule(id: number): Promise<void> {
  return removeRow("alert_rules", id);
}
