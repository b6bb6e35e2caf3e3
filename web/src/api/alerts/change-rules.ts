import { addRow, changeRow, removeRow } from "../write.ts";
import type { RuleSaid } from "./rules.ts";

function columnsOf({ name, kind, key, low, high, afterSeconds, severity, circle }: RuleSaid) {
  return {
    name,
    kind,
    key,
    low,
    high,
    severity,
    area:
      circle === null
        ? null
        : { type: "Point", coordinates: [circle.longitude, circle.latitude], radius: circle.radius },
    ...(afterSeconds === null ? {} : { after: `PT${afterSeconds}S` }),
  };
}

/** Makes a rule, or changes the one of this number. */
export async function saveRule(id: number | null, said: RuleSaid): Promise<void> {
  if (id === null) await addRow("alert_rules", columnsOf(said));
  else await changeRow("alert_rules", id, columnsOf(said));
}

/** Watches it, or no longer. */
export async function switchRule(id: number, enabled: boolean): Promise<void> {
  await changeRow("alert_rules", id, { enabled });
}

/** Removes a rule; what it found is kept. */
export function deleteRule(id: number): Promise<void> {
  return removeRow("alert_rules", id);
}
